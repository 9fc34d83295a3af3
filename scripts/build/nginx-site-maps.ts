import { type SiteFile, type SiteManifest, childName, fileHeaders } from '#api/server/site/load-site.ts';
import { map, quote } from './nginx-syntax.ts';

/**
 * Headers that depend on the file become a map from `$site_file`, whose default is the value of the 404 page; a header
 * that all files share is written as it is. nginx sends no header whose value is empty.
 */
function headersByFile(pages: readonly SiteFile[], notFound: SiteFile, isHttps: boolean) {
  const fallback = new Map(fileHeaders(notFound, 404, isHttps));
  const headers = pages.map((file) => [`/${file.file}`, new Map(fileHeaders(file, 200, isHttps))] as const);
  const names = new Set([...fallback.keys(), ...headers.flatMap(([, ofFile]) => [...ofFile.keys()])]);
  const maps: string[] = [];
  const values = [...names].map((name) => {
    const common = fallback.get(name) ?? '';
    const exceptions = headers
      .map(([file, ofFile]) => [file, ofFile.get(name) ?? ''] as const)
      .filter(([, value]) => value !== common);
    if (exceptions.length === 0) return [name, quote(common)] as const;
    const variable = `$site_${name.toLowerCase().replaceAll('-', '_')}`;
    maps.push(map('$site_file', variable, common, exceptions));
    return [name, variable] as const;
  });
  return { maps, values };
}

/** Maps from the path of a request to its file and headers. */
export function siteMaps({ files, notFound: notFoundPath }: SiteManifest, isHttps: boolean) {
  const names = files.flatMap(({ path, file }) => [path, file]);
  const notFound = files.find(({ path }) => path === notFoundPath);
  // Spaces separate the parts of the strings that are matched below.
  if (names.some((name) => /\s/.test(name))) throw new Error('a path of the site holds white space');
  if (notFound === undefined) throw new Error('the site has no 404 page');
  const pages = files.filter((file) => file !== notFound);
  const byFile = (value: (file: SiteFile) => string) => pages.map((file) => [`/${file.file}`, value(file)] as const);
  const encodingsOf = ({ encodings }: SiteFile) => encodings.join(',');
  const { maps, values } = headersByFile(pages, notFound, isHttps);
  const escaped = files.filter(({ path }) => encodeURI(path) !== path);
  const parents = files.filter(({ hasChildren }) => hasChildren).map(({ path }) => path);
  const text = `# The decoded path without trailing slashes.
map $uri $site_path {
  default "";
  "~^(?<site_trimmed>/.*[^/]|/)/*\\z" $site_trimmed;
}

# The document of a dynamic route is sent for every path one segment below it.
map $site_path $site_page {
  default $site_path;
${parents.map((path) => `  "~^${path}/${childName}\\z" ${quote(path)};\n`).join('')}}

# The file of a path. nginx ignores case when it looks up a literal, so the second map compares the path again.
${map(
  '$site_page',
  '$site_candidate',
  '',
  files.map(({ path, file }) => [path, `${path} /${file}`]),
)}
map "$site_page $site_candidate" $site_file {
  default "";
  "~^(?<site_asked>\\S+) \\k<site_asked> (?<site_found>\\S+)$" $site_found;
}
map $site_file $site_is_unknown {
  default "";
  "" 1;
  ${quote(`/${notFound.file}`)} 1;
}

# A path with trailing slashes moves to the one without, if there is such a page.
${map(
  '$site_path',
  '$site_escaped_path',
  '',
  escaped.map(({ path }) => [path, encodeURI(path)]),
).replace('default "";', 'default $site_path;')}
map "$uri $site_path $site_file" $site_location {
  default "";
  "~^(?<site_same>\\S+) \\k<site_same> " "";
  "~^\\S+ \\S+ \\S+$" $site_escaped_path$is_args$args;
}

# Content negotiation over the precompressed files: brotli before gzip, and neither with q=0.
map $http_accept_encoding $site_accepts_br {
  default "";
  "~*(?:^|,)\\s*br\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)" "";
  "~*(?:^|,)\\s*(?:br|\\*)\\s*(?:;\\s*q=(?:1|0?\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)" br;
}
map $http_accept_encoding $site_accepts_gzip {
  default "";
  "~*(?:^|,)\\s*(?:x-)?gzip\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)" "";
  "~*(?:^|,)\\s*(?:(?:x-)?gzip|\\*)\\s*(?:;\\s*q=(?:1|0?\\.0*[1-9])[\\d.]*\\s*)?(?:,|$)" gzip;
}
${map('$site_file', '$site_encodings', encodingsOf(notFound), byFile(encodingsOf))}
map "$site_encodings $site_accepts_br $site_accepts_gzip" $site_encoding {
  default "";
  "~br.* br " br;
  "~gzip.* gzip$" gzip;
}
map $site_encoding $site_suffix {
  default "";
  br ".br";
  gzip ".gz";
}
map $site_encoding $site_tag_suffix {
  default "";
  br "-br";
  gzip "-gzip";
}

# Entity tags, and the weak comparison with If-None-Match.
${map(
  '$site_file',
  '$site_tag',
  '',
  byFile(({ etag }) => etag.slice(1, -1)),
)}
map $site_tag $site_etag {
  default '"$site_tag$site_tag_suffix"';
  "" "";
}
map "$site_etag $http_if_none_match" $site_is_unmodified {
  default "";
  '~^"[^"]+" \\s*\\*\\s*$' 1;
  '~^("[^"]+") (?:[^"]*"[^"]*")*?[^"]*\\1' 1;
}

${map(
  '$site_file',
  '$site_type',
  notFound.type,
  byFile(({ type }) => type),
)}
${maps.join('\n')}`;
  return { text, headers: [['ETag', '$site_etag'], ...values] as const, notFound };
}
