/**
 * `npm run invoices:validate`: the schema of Factur-X and the rules of EN 16931 and of the French reform (XP Z12-012) on the thirty
 * invoices of tests/support/invoices.ts, then on seeded defects, each of which must be found. Needs FRANCE_RFE, a folder with the
 * files of github.com/fnfempe/France_RFE, and Debian's xmllint (libxml2-utils), a JRE and libsaxonhe-java; skipped without them.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeCii } from '#api/documents/cii.ts';
import { exampleInvoices } from '#tests/support/invoices.ts';

const run = promisify(execFile);
const saxon = process.env.SAXON_JAR ?? '/usr/share/java/Saxon-HE.jar';
const rules = process.env.FRANCE_RFE ?? '';
const profile = join(rules, 'FNFE_RFE_INVOICE/Factur-X/EN16931');
const schema = join(profile, '1xsd/Factur-X_EN16931.xsd');
const stylesheets = {
  'EN 16931': join(rules, 'FNFE_RFE_INVOICE/CII/EN16931/2xslt/EN16931-CII-validation.xslt'),
  'Factur-X': join(profile, '2xslt/FACTUR-X_EN16931.xslt'),
  'French rules': join(profile, '2xslt/BR-FR-Flux2-Schematron-CII.xslt'),
};

const exists = async (command: string, argument: string) =>
  run(command, [argument]).then(...([() => true, () => false] as const));

async function reasonToSkip(): Promise<string | null> {
  if (rules === '') return 'FRANCE_RFE is not set: it names a folder with the files of github.com/fnfempe/France_RFE';
  for (const file of [schema, ...Object.values(stylesheets)])
    if (!existsSync(file)) return `FRANCE_RFE has no file ${file}`;
  if (!existsSync(saxon)) return `Saxon is not at ${saxon} (Debian: libsaxonhe-java; or set SAXON_JAR)`;
  if (!(await exists('java', '-version'))) return 'there is no Java (Debian: default-jre-headless)';
  return (await exists('xmllint', '--version')) ? null : 'there is no xmllint (Debian: libxml2-utils)';
}

/** One Java process per stylesheet for all files of the folder. The failures by file name. */
async function validate(folder: string, names: string[]): Promise<Map<string, string[]>> {
  const failures = new Map<string, string[]>(names.map((name) => [name, []]));
  const files = names.map((name) => join(folder, `${name}.xml`));
  const { stderr } = await run('xmllint', ['--noout', '--schema', schema, ...files], { maxBuffer: 1 << 26 }).catch(
    (error: { stderr: string }) => error,
  );
  for (const line of stderr.split('\n')) {
    const [, name, message] = /\/([\w-]+)\.xml:\d+: (.*)$/.exec(line) ?? [];
    if (name !== undefined) failures.get(name)?.push(`XSD: ${message}`);
  }
  for (const [title, stylesheet] of Object.entries(stylesheets)) {
    const reports = join(folder, `reports ${title}`);
    mkdirSync(reports);
    await run('java', ['-jar', saxon, `-s:${folder}`, `-xsl:${stylesheet}`, `-o:${reports}`], { maxBuffer: 1 << 26 });
    for (const name of names) {
      const report = readFileSync(join(reports, `${name}.xml`), 'utf8');
      // A report without one applied rule would be a success that says nothing.
      if (!report.includes('fired-rule')) failures.get(name)?.push(`${title}: no rule was applied`);
      for (const [failed] of report.matchAll(/<svrl:failed-assert[^]*?<\/svrl:failed-assert>/g))
        failures.get(name)?.push(
          `${title}: ${failed
            .replaceAll(/<[^>]*>/g, ' ')
            .replaceAll(/\s+/g, ' ')
            .trim()}`,
        );
    }
  }
  return failures;
}

/** What a broken writer would produce, and the rule that must notice. */
const defects: Record<string, { rule: string; break: (xml: string) => string }> = {
  'total-off-by-a-cent': {
    rule: 'BR-CO-15',
    break: (xml) => xml.replace('<ram:GrandTotalAmount>1500.00', '<ram:GrandTotalAmount>1500.01'),
  },
  'vat-off-by-ten': {
    rule: 'BR-CO-17',
    break: (xml) => xml.replace('<ram:CalculatedAmount>250.00', '<ram:CalculatedAmount>260.00'),
  },
  'no-late-payment-mention': {
    rule: 'BR-FR-05',
    break: (xml) => xml.replace('<ram:SubjectCode>PMD<', '<ram:SubjectCode>AAI<'),
  },
  'mention-twice': { rule: 'BR-FR-06', break: (xml) => xml.replace('<ram:SubjectCode>PMD<', '<ram:SubjectCode>PMT<') },
  'buyer-without-siren': {
    rule: 'BR-FR-11',
    break: (xml) => xml.replace('<ram:ID schemeID="0002">000000208</ram:ID>', '<ram:ID schemeID="0002">20800</ram:ID>'),
  },
  'seller-without-siren': {
    rule: 'BR-FR-10',
    break: (xml) => xml.replace('<ram:ID schemeID="0002">000000109</ram:ID>', '<ram:ID schemeID="0002">10900</ram:ID>'),
  },
  'buyer-without-electronic-address': {
    rule: 'BR-FR-12',
    break: (xml) => xml.replace('<ram:URIID schemeID="0225">000000208</ram:URIID>', '<ram:URIID schemeID="0225"/>'),
  },
  'unknown-rate': {
    rule: 'BR-FR-16',
    break: (xml) => xml.replaceAll('<ram:RateApplicablePercent>20<', '<ram:RateApplicablePercent>21<'),
  },
  'number-with-space': { rule: 'BR-FR-02', break: (xml) => xml.replace('<ram:ID>FA-2026', '<ram:ID>FA 2026') },
  'no-process': { rule: 'BR-FR-08', break: (xml) => xml.replace('<ram:ID>S1<', '<ram:ID>X1<') },
  'elements-in-wrong-order': {
    rule: 'XSD',
    break: (xml) =>
      xml.replace(
        /(<ram:PaymentReference>.*<\/ram:PaymentReference>)\n(<ram:InvoiceCurrencyCode>.*<\/ram:InvoiceCurrencyCode>)/,
        '$2\n$1',
      ),
  },
};

const reason = await reasonToSkip();
if (reason !== null) {
  console.log(`Invoices are not validated: ${reason}.`);
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'invoices-'));
try {
  const [{ invoice: sound }] = exampleInvoices as [(typeof exampleInvoices)[number]];
  const seeded = Object.entries(defects).map(([name, { break: breakIt }]) => {
    const broken = breakIt(writeCii(sound));
    if (broken === writeCii(sound)) throw new Error(`The defect « ${name} » changed nothing.`);
    return { name: `defect-${name}`, xml: broken };
  });
  const written = exampleInvoices.map(({ invoice }) => ({ name: invoice.number, xml: writeCii(invoice) }));
  for (const { name, xml } of [...written, ...seeded]) writeFileSync(join(folder, `${name}.xml`), xml);
  const failures = await validate(
    folder,
    [...written, ...seeded].map(({ name }) => name),
  );

  let failed = 0;
  for (const [index, { name, invoice }] of exampleInvoices.entries()) {
    const found = failures.get(invoice.number) ?? [];
    failed += found.length;
    console.log(`${String(index + 1).padStart(2)} ${found.length === 0 ? 'valid  ' : 'INVALID'} ${name}`);
    for (const one of found) console.log(`     ${one}`);
  }
  let missed = 0;
  for (const [name, { rule }] of Object.entries(defects)) {
    const found = (failures.get(`defect-${name}`) ?? []).some((one) => one.includes(rule));
    if (!found) missed += 1;
    console.log(`   ${found ? 'found ' : 'MISSED'} the seeded defect ${name} (${rule})`);
    if (!found) for (const one of failures.get(`defect-${name}`) ?? []) console.log(`     ${one}`);
  }
  console.log(
    `${failed} failures on ${exampleInvoices.length} invoices; ${seeded.length - missed} of ${seeded.length} seeded defects found.`,
  );
  process.exitCode = failed + missed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
