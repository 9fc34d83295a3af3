/** Names of files come from strangers and end up in folders, headers and pages. */

export const maxFileNameLength = 150;

/** Extensions that a system or a browser would run. Refused at the end of a name; harmless words inside one. */
const active = new Set(
  (
    'apk app appx asp aspx bat bin cgi chm class cmd com cpl dll dmg exe gadget hta htm html img inf iso jar jnlp js jse ' +
    'jsp lnk mht mhtml mjs msc msi msix msp mst pif php phtml pl ps1 psm1 py reg rb scf scr sh shs shtml svg svgz swf sys ' +
    'url vb vbe vbs vhd vhdx ws wsc wsf wsh xbap xhtml xht xll xsl xslt'
  ).split(' '),
);

const controls = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;
// Not allowed on Windows, or with a meaning in shells, URLs and headers.
const reserved = /[<>:"|?*;%]/g;
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const edges = /^[\s.]+|[\s.]+$/g;

/** The last extension, in lower case, without its dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/**
 * A name that can be shown, sent in a header and saved on any system. Folders, control and bidirectional characters go;
 * of several extensions only the last one counts: `report.exe.pdf` becomes `report_exe.pdf`.
 */
export function sanitizeFileName(given: string): string {
  // Before anything else: a name of a megabyte must not be normalised.
  const short = given.slice(-4 * maxFileNameLength).toWellFormed();
  const base = short.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replaceAll(controls, '').replaceAll(reserved, '_').replaceAll(/\s+/g, ' ').replaceAll(edges, '');
  const parts = clean.split('.');
  const extension = parts.length > 1 ? `.${parts.pop()}` : '';
  const stem = parts.reduce((joined, part) => `${joined}${active.has(part.trim().toLowerCase()) ? '_' : '.'}${part}`);
  const usable = shorten(stem.replaceAll(edges, ''), extension);
  return usable === '' ? 'file' : usable.replace(device, '_$&');
}

function shorten(stem: string, extension: string): string {
  const suffix = extension.length > 20 ? '' : extension;
  if (stem === '') return suffix === '' ? '' : `file${suffix}`;
  const cut = stem.slice(0, maxFileNameLength - suffix.length);
  // Not half of a character.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}${suffix}`;
}

/** RFC 6266: an ASCII name for old clients, and the whole one. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
