import { z } from 'zod';
import type { KeyPath } from './setting.ts';

/**
 * Looking into a schema: keys, types and what a key holds. It reads zod's definitions, which cost nothing, instead of
 * the JSON Schema made from them, which costs a start 15 ms.
 */
export type SchemaNode = z.core.$ZodType;

/** What a value is, where that matters beyond its type: marked with `.meta({ kind })` by the options that own the key. */
export type Kind = 'secret' | 'path';

/** The schema inside a wrapper that only adds a default, null or a transformation. */
function inside(node: SchemaNode): SchemaNode | undefined {
  const { def } = (node as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return def.in;
  return 'innerType' in def ? def.innerType : undefined;
}

/** The forms a value may have: itself, or its alternatives. */
function forms(node: SchemaNode): readonly z.core.$ZodTypes[] {
  const inner = inside(node);
  if (inner) return forms(inner);
  const concrete = node as z.core.$ZodTypes;
  const { def } = concrete._zod;
  return def.type === 'union' ? def.options.flatMap(forms) : [concrete];
}

export function childNode(node: SchemaNode, key: string): SchemaNode | undefined {
  for (const { _zod } of forms(node)) {
    const { def } = _zod;
    if (def.type === 'object' && Object.hasOwn(def.shape, key)) return def.shape[key];
    if (def.type === 'record') return def.valueType;
  }
  return undefined;
}

export const nodeAt = (root: SchemaNode, path: KeyPath): SchemaNode | undefined =>
  path.reduce<SchemaNode | undefined>((node, key) => node && childNode(node, key), root);

export const knownKeys = (node: SchemaNode): readonly string[] =>
  forms(node).flatMap(({ _zod: { def } }) => (def.type === 'object' ? Object.keys(def.shape) : []));

function isNullable(node: SchemaNode): boolean {
  const inner = inside(node);
  return node._zod.def.type === 'nullable' || (inner !== undefined && isNullable(inner));
}

/** Whether a value of this JSON type may stand here. */
export function allowsType(node: SchemaNode, type: string): boolean {
  if (type === 'null') return isNullable(node);
  return forms(node).some(({ _zod: { def } }) => {
    if (type === 'object') return def.type === 'object' || def.type === 'record';
    return def.type === type || (def.type === 'enum' && type === 'string');
  });
}

export function kindOf(node: SchemaNode): Kind | undefined {
  const kind = z.globalRegistry.get(node)?.['kind'];
  if (kind === 'secret' || kind === 'path') return kind;
  const inner = inside(node);
  return inner && kindOf(inner);
}

/** Every key below, sections before their keys. What may be one value or a section counts as one value. */
export function* allKeys(node: SchemaNode, path: KeyPath = []): Generator<readonly [KeyPath, SchemaNode]> {
  for (const key of knownKeys(node)) {
    const child = childNode(node, key);
    if (!child) continue;
    yield [[...path, key], child];
    if (forms(child).length === 1) yield* allKeys(child, [...path, key]);
  }
}
