// SPDX-License-Identifier: GPL-2.0-or-later
// Holds a value against a schema of openapi.json: the words that the contract uses, and no others.
// A member that no schema names is an error too: the contract is to be complete.

const types = {
  object: (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

export class Contract {
  constructor(document) {
    this.document = document;
  }

  resolve(schema) {
    if (!schema.$ref) return schema;
    return schema.$ref.slice(2).split('/').reduce((at, key) => at[key], this.document);
  }

  /** What is wrong with value, one line a fault. */
  faults(schema, value, where = '$') {
    const { known, faults } = this.check(schema, value, where);
    const extra = known && types.object(value) ? Object.keys(value).filter((key) => !known.has(key)) : [];
    return [...faults, ...extra.map((key) => `${where}.${key} is not in the contract`)];
  }

  /** Faults, and the members that the schema knows; known is null where all are allowed. */
  check(unresolved, value, where) {
    const schema = this.resolve(unresolved);
    const result = { known: new Set(), faults: [] };

    if (schema.oneOf) {
      const tries = schema.oneOf.map((one) => this.faults(one, value, where));
      if (!tries.some((faults) => faults.length === 0)) result.faults.push(...tries[0]);
      return { ...result, known: null };
    }
    for (const part of schema.allOf ?? []) {
      const { known, faults } = this.check(part, value, where);
      known?.forEach((key) => result.known.add(key));
      result.faults.push(...faults);
    }
    const wanted = [schema.type ?? []].flat();
    if (wanted.length > 0 && !wanted.some((type) => types[type](value))) {
      result.faults.push(`${where} is no ${schema.type}: ${JSON.stringify(value)}`);
      return result;
    }
    if (schema.enum && !schema.enum.includes(value)) result.faults.push(`${where}: ${value}`);
    if (schema.items) {
      value.forEach((each, i) => result.faults.push(...this.faults(schema.items, each, `${where}[${i}]`)));
    }
    if (schema.type === 'object') this.checkObject(schema, value, where, result);
    return result;
  }

  checkObject(schema, value, where, result) {
    const isFree = !schema.properties;

    for (const key of schema.required ?? []) {
      if (!(key in value)) result.faults.push(`${where}.${key} is missing`);
    }
    for (const [key, each] of Object.entries(schema.properties ?? {})) {
      result.known.add(key);
      if (key in value) result.faults.push(...this.faults(each, value[key], `${where}.${key}`));
    }
    if (!isFree) return;
    result.known = null;
    if (schema.additionalProperties) {
      Object.entries(value).forEach(([key, each]) =>
        result.faults.push(...this.faults(schema.additionalProperties, each, `${where}.${key}`)));
    }
  }
}
