import { FieldGrid, TextField } from '#app/components/ui/field.tsx';
import type { Field } from '#content/schema/pages.ts';

type IdentityFieldsProps = {
  copy: { name: Field; company: Field; email: Field; phone?: Field };
  phoneRequired?: boolean;
};

/** The sender: the same fields in the same order in every public form (product §3). */
export function IdentityFields({ copy, phoneRequired = false }: IdentityFieldsProps) {
  return (
    <FieldGrid columns={2}>
      <TextField {...copy.name} name="name" autoComplete="name" required />
      <TextField {...copy.company} name="company" autoComplete="organization" required />
      <TextField {...copy.email} name="email" type="email" inputMode="email" autoComplete="email" required />
      {copy.phone && (
        <TextField
          {...copy.phone}
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
