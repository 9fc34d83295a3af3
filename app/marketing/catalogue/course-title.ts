type TitledCourse = { title: string; standard: string };

/** « ISO 27001 » and « – Lead Auditor »: a title before and after the end of its standard. */
export function splitTitle({ title, standard }: TitledCourse): [string, string] {
  const end = title.indexOf(standard) + standard.length;
  return [title.slice(0, end), title.slice(end)];
}

/** « Lead Auditor »: the second part without its dash. */
export const awardOf = (course: TitledCourse) => splitTitle(course)[1].replace(/^[\s–]+/, '');
