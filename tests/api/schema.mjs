// SPDX-License-Identifier: GPL-2.0-or-later
// Holds values against the schemas of openapi.json by ajv. A member that no schema names is a fault
// too, though the schemas do not say so to clients: the contract is to be complete.
import { Ajv2020 } from 'ajv/dist/2020.js';

const SCHEMAS = '#/components/schemas/';
const FAULTS_MAX = 5;

/**
 * The schema with all its objects closed. What stands in an allOf is one part of an object and stays
 * open; the whole of it is closed. References lead to the closed or the open form of their schema.
 */
function closed(schema, isPart = false) {
  if (Array.isArray(schema)) return schema.map((each) => closed(each));
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema.$ref) {
    return { $ref: `#/$defs/${schema.$ref.slice(SCHEMAS.length)}${isPart ? '.part' : ''}` };
  }
  const out = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') {
      out.properties = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
    } else if (key === 'allOf') {
      out.allOf = value.map((each) => closed(each, true));
    } else if (key === 'enum' || key === 'required' || key === 'type') {
      out[key] = value;
    } else {
      out[key] = closed(value);
    }
  }
  if (!isPart && (schema.properties || schema.allOf)) Object.assign(out, { type: 'object', unevaluatedProperties: false });
  return out;
}

export class Contract {
  constructor(document) {
    this.document = document;
    this.definitions = {};
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      this.definitions[name] = closed(schema);
      this.definitions[`${name}.part`] = closed(schema, true);
    }
    this.ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false });
    this.compiled = new Map();
  }

  resolve(schema) {
    if (!schema.$ref) return schema;
    return schema.$ref.slice(2).split('/').reduce((at, key) => at[key], this.document);
  }

  /** What is wrong with value, one line a fault, a handful at most. */
  faults(schema, value) {
    const key = JSON.stringify(schema);
    if (!this.compiled.has(key)) {
      this.compiled.set(key, this.ajv.compile({ ...closed(schema), $defs: this.definitions }));
    }
    const validate = this.compiled.get(key);
    if (validate(value)) return [];
    return validate.errors.slice(0, FAULTS_MAX).map(({ instancePath, message, params }) =>
      `$${instancePath} ${message}${params.unevaluatedProperty ? `: ${params.unevaluatedProperty}` : ''}`);
  }
}
