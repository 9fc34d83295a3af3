import { Allowed } from '#app/features/desk/allowed.tsx';
import { Preferences } from '#app/features/desk/preferences.tsx';
import { preferences } from '#content/desk/preferences.ts';

export default function PreferencesRoute() {
  return (
    <Allowed to={['support']}>
      <Preferences copy={preferences} />
    </Allowed>
  );
}
