import { FieldGrid, TextField } from '#app/components/ui/field.tsx';
import type { Field } from '#content/schema/pages.ts';

type IdentityFieldsProps = {
  words: { name: Field; company: Field; email: Field; phone?: Field };
  phoneRequired?: boolean;
};

/** Who writes: the same fields, in the same order, in every public form (product §3). */
export function IdentityFields({ words, phoneRequired = false }: IdentityFieldsProps) {
  return (
    <FieldGrid columns={2}>
      <TextField {...words.name} name="name" autoComplete="name" required />
      <TextField {...words.company} name="company" autoComplete="organization" required />
      <TextField {...words.email} name="email" type="email" inputMode="email" autoComplete="email" required />
      {words.phone && (
        <TextField
          {...words.phone}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required={phoneRequired}
        />
      )}
    </FieldGrid>
  );
}
