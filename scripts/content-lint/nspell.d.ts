declare module 'nspell' {
  export default function nspell(aff: Buffer, dic: Buffer): { correct(word: string): boolean };
}
