// Plain JavaScript, loaded ahead of every script: an older Node could not even read the TypeScript that would say this.
const [major] = process.versions.node.split('.');

if (Number(major) < 24) {
  console.error(
    `This needs Node 24 or newer and runs on ${process.version}: run \`npm ci\` (it brings Node 24 on Linux and Windows), ` +
      'then start it through npm; elsewhere, install Node 24 first.',
  );
  process.exit(1);
}
