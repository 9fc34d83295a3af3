const unified: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ة: 'ه' };

/** As fold() in the database: without case, accents and what many leave out in Arabic; digits are Latin. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|ـ/gu, '')
    .replaceAll(/[ٱىة]/g, (letter) => unified[letter] ?? letter)
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .toLowerCase();
