import { z } from 'zod';
import { saidList, saidText, saidYear } from '../core/claims.ts';

/** Fields of somebody else's record: absent, null, empty or of a wrong type all mean "not said". */
export const Text = z.unknown().optional().transform(saidText);
export const Year = z.unknown().optional().transform(saidYear);

/** A name that some answers give as a number: `37258680` and `"37258680"` are the same. */
export const Numeral = z
  .unknown()
  .optional()
  .transform((value) => saidText(typeof value === 'number' ? String(value) : value));

/** A list, or the one item that came without its brackets; items that cannot be read are left out. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .unknown()
    .optional()
    .transform((value): readonly NonNullable<z.output<Item>>[] =>
      saidList(
        Array.isArray(value) ? value : [value],
        (one) => item.safeParse(one).data as NonNullable<z.output<Item>> | undefined,
      ),
    );

/** A part of a record that may be missing as a whole. */
export const part = <Part extends z.ZodType>(schema: Part) => schema.nullish().catch(undefined);
