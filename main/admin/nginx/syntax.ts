/** A literal of nginx. */
export const quote = (value: string): string => {
  if (/[$\\\n]/.test(value) || (value.includes('"') && value.includes("'")))
    throw new Error(`nginx cannot hold ${value} as a literal`);
  return value.includes('"') ? `'${value}'` : `"${value}"`;
};

export const addHeaders = (headers: readonly (readonly [name: string, nginxValue: string])[]): string =>
  headers.map(([name, value]) => `    add_header ${name} ${value} always;`).join('\n');
