const listOf =
  <Name extends string, Value extends string>(name: Name, value: Value) =>
  (entries: Record<string, string>) =>
    Object.entries(entries).map((entry) => ({ [name]: entry[0], [value]: entry[1] }) as Record<Name | Value, string>);

/** Lists of two texts each, written as one object: `items({ 'A title': 'Its text.' })`. */
export const items = listOf('title', 'text');
export const named = listOf('name', 'text');
export const questions = listOf('question', 'answer');
export const links = listOf('label', 'to');

/** The days of a course: the title of each day, those of its morning and its afternoon, and their points. */
export const programme = (days: Record<string, Record<string, string[]>>) =>
  Object.entries(days).map(([title, halves]) => {
    const [morning, afternoon] = Object.entries(halves).map(([half, points]) => ({ title: half, points }));
    if (!morning || !afternoon) throw new Error(`${title}: a day has a morning and an afternoon`);
    return { title, morning, afternoon };
  });
