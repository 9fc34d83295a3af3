export default function Portal() {
  return <main id="contenu">Customer Portal</main>;
}
