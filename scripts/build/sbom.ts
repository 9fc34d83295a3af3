/** Writes build/sbom.json: the packages that a production install of this build holds, for whoever must answer for them. */
import { readFile, writeFile } from 'node:fs/promises';
import { billOfMaterials, type LockFile } from './bill-of-materials.ts';

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile;
await writeFile('build/sbom.json', `${JSON.stringify(billOfMaterials(lock, new Date()), null, 1)}\n`);
