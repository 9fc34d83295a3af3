export default function Auth() {
  return <main id="contenu">Customer Portal</main>;
}
