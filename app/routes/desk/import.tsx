import { ImportPage } from '#app/features/desk/import.tsx';

export default function ImportRoute() {
  return <ImportPage />;
}
