import { Allowed } from '#app/desk/components/allowed.tsx';
import { Preferences } from '#app/desk/preferences/preferences.tsx';
import { preferences } from '#content/desk/fr/preferences.ts';

export default function PreferencesRoute() {
  return (
    <Allowed to={['support']}>
      <Preferences copy={preferences} />
    </Allowed>
  );
}
