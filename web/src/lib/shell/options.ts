/** The fields of an options form, from the JSON schema that the server gives for a game. */
export interface Field {
  name: string;
  kind: 'number' | 'seconds' | 'yes_no' | 'seat';
  /** null: the game decides */
  standard: number | boolean | null;
}

interface Schema {
  properties?: Record<string, { type?: string; anyOf?: { type?: string }[]; default?: unknown }>;
}

/** Only plain values are asked for; tables of points and the like keep their standard. */
export function fieldsOf(schema: unknown): Field[] {
  const properties = (schema as Schema).properties ?? {};
  return Object.entries(properties).flatMap(([name, { type, anyOf, default: standard }]): Field[] => {
    const kinds = type ? [type] : (anyOf ?? []).map((each) => each.type);
    if (kinds.includes('boolean')) return [{ name, kind: 'yes_no', standard: standard === true }];
    if (!kinds.includes('integer')) return [];
    const kind = name === 'starter' ? 'seat' : name.endsWith('_ms') ? 'seconds' : 'number';
    return [{ name, kind, standard: typeof standard === 'number' ? standard : null }];
  });
}
