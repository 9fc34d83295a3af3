import { createHash } from 'node:crypto';

export interface Sbom {
  serialNumber: string;
  metadata: { timestamp: string };
  components: { 'bom-ref': string }[];
}

/** npm gives every SBOM a random number and the current time, but a release of the same sources has the same bytes. */
export function identifySbom(bom: Sbom, builtAt: Date): Sbom {
  const hash = createHash('sha256').update(JSON.stringify(bom.components)).digest('hex');
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  return { ...bom, serialNumber: `urn:uuid:${uuid}`, metadata: { ...bom.metadata, timestamp: builtAt.toISOString() } };
}
