// SPDX-License-Identifier: GPL-2.0-or-later
// The documentation as the server has it: docs/*.md and, made from server/openapi.json, the reference
// of the API; each as Markdown, which is its plain text, and as HTML for web/docs.html.
//     node tools/docs.mjs OUTPUT-FOLDER
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';

const out = process.argv[2];
const REFERENCE = 'reference';

/** What the index lists where; a page that is in none comes last. */
const SECTIONS = {
  'How numbers are made': ['statistics', 'accounted-loop', 'kernel-order', 'bisect'],
  'What is read': ['formats', 'records', 'mmtests'],
  'Interfaces': ['api', REFERENCE],
  'Running and extending it': ['container', 'architecture', 'adding'],
};

const escaped = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
/** As hosts of Markdown name their headings, so that links work there and here. */
const slugOf = (text) => text.toLowerCase().replace(/<[^>]*>|&\w+;/g, '').replace(/[^\w\- ]/g, '').trim().replaceAll(' ', '-');
const titleOf = (markdown) => /^# (.*)$/m.exec(markdown)[1].replaceAll('`', '');

/** Where a link of a page leads on the server; undefined for what the server does not have. */
function addressOf(href, pages) {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [, name, anchor] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return pages.has(name) ? `/docs/${name}${anchor ?? ''}` : undefined;
}

function renderer(pages) {
  const marked = new Marked({ gfm: true });
  const seen = new Map();
  marked.use({ renderer: {
    heading({ tokens, depth }) {
      if (depth === 1) return ''; // the page has it already
      const text = this.parser.parseInline(tokens);
      const slug = slugOf(text);
      const nth = seen.get(slug) ?? 0;
      seen.set(slug, nth + 1);
      return `<h${depth} id="${slug}${nth ? `-${nth}` : ''}">${text}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const to = addressOf(href, pages);
      return to === undefined ? text : `<a href="${escaped(to)}">${text}</a>`;
    },
    table({ header, rows }) {
      const cell = (tag) => ({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.split(' ')[0]}>`;
      const isNamed = header.some(({ text }) => text !== '');
      const heads = isNamed ? `<thead><tr>${header.map(cell('th scope="col"')).join('')}</tr></thead>` : '';
      const lines = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`).join('\n');
      return '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>' +
        `${heads}<tbody>${lines}</tbody></table></div>\n`;
    },
    code: ({ text }) => `<pre tabindex="0" role="group" aria-label="Example">${escaped(text)}</pre>\n`,
    html: ({ text }) => escaped(text),
  } });
  return marked;
}

// ------------------------------------------------------------------ the reference

const contract = JSON.parse(readFileSync('server/openapi.json', 'utf8'));
const cellOf = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const resolved = (each) =>
  each.$ref ? each.$ref.slice(2).split('/').reduce((at, key) => at[key], contract) : each;

/** A schema in a few words, with links to those that have a name. */
function typeOf(schema) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return `[${name}](#${slugOf(name)})`;
  }
  const parts = schema.oneOf ?? schema.allOf;
  if (parts) return parts.map(typeOf).join(schema.oneOf ? ' or ' : ' and ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'array') return schema.items ? `list of ${typeOf(schema.items)}` : 'list';
  if (schema.type === 'object' && schema.properties) {
    const members = Object.entries(schema.properties).map(([key, each]) => `${key}: ${typeOf(each)}`);
    return `{ ${members.join(', ')} }`;
  }
  return schema.type ?? 'anything';
}

function parametersOf(parameters = []) {
  if (!parameters.length) return [];
  const lines = parameters.map(resolved).map(({ name, in: where, description, schema, required }) =>
    `| \`${name}\` | ${where}${required ? ', needed' : ''} | ${cellOf(typeOf(schema))} | ${cellOf(description ?? '')} |`);
  return ['', '| parameter | in | type | meaning |', '| --- | --- | --- | --- |', ...lines];
}

function answersOf(responses) {
  const groups = new Map(); // statuses by what they all say
  for (const [status, response] of Object.entries(responses)) {
    const { description, content = {} } = resolved(response);
    const [[type, { schema }] = [undefined, {}]] = Object.entries(content)
      .sort(([a], [b]) => Number(b.includes('json')) - Number(a.includes('json')));
    const named = type?.includes('json') && schema?.$ref;
    const said = `${cellOf(description)} | ${type ? `\`${type}\`` : ''}${named ? `: ${typeOf(schema)}` : ''}`;
    groups.set(said, [...(groups.get(said) ?? []), status]);
  }
  const lines = [...groups].map(([said, statuses]) => `| ${statuses.join(', ')} | ${said} |`);
  return ['', '| status | when | body |', '| --- | --- | --- |', ...lines];
}

function operation(method, at, { summary, parameters, requestBody, responses, security }) {
  const token = security?.length ? ' Needs a token.' : '';
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => `\`${type}\`: ${typeOf(schema)}`);
  return [
    '', `### ${method.toUpperCase()} ${at}`, '', `${summary}.${token}`,
    ...(bodies.length ? ['', `Body: ${bodies.join('; ')}.${requestBody.description ? ` ${requestBody.description}.` : ''}`] : []),
    ...parametersOf(parameters), ...answersOf(responses),
  ];
}

function membersOf(schema) {
  if (schema.allOf) return schema.allOf.flatMap((part) => (part.$ref ? [] : membersOf(part)));
  return Object.entries(schema.properties ?? {}).map(([key, each]) =>
    `| \`${key}\`${schema.required?.includes(key) ? '' : ' (may be absent)'} | ${cellOf(typeOf(each))} | ${cellOf(each.description ?? '')} |`);
}

function schemaOf(name, schema) {
  const bases = (schema.allOf ?? []).filter((part) => part.$ref).map(typeOf);
  const members = membersOf(schema);
  return [
    '', `### ${name}`, ...(schema.description ? ['', schema.description.replace(/\.?$/, '.')] : []),
    ...(bases.length ? ['', `All of ${bases.join(' and ')}.`] : []),
    ...(members.length ? ['', '| member | type | meaning |', '| --- | --- | --- |', ...members]
      : bases.length ? [] : ['', typeOf(schema)]),
  ];
}

function reference() {
  const { info, paths, components } = contract;
  return [
    '# Reference of the API', '', info.description, '',
    'Made from `/api/v1/openapi.json` (OpenAPI 3.1). [The guide](api.md) explains what belongs together.',
    '', '## Addresses',
    ...Object.entries(paths).flatMap(([at, methods]) =>
      Object.entries(methods).flatMap(([method, each]) => operation(method, at, each))),
    '', '## Shapes',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => schemaOf(name, schema)),
    '',
  ].join('\n');
}

// ------------------------------------------------------------------ the pages

function index(pages) {
  const listed = new Set(Object.values(SECTIONS).flat());
  const rest = [...pages.keys()].filter((name) => !listed.has(name));
  const sections = { ...SECTIONS, ...(rest.length && { More: rest }) };
  const line = (name) => `- [${titleOf(pages.get(name))}](${name}.md)`;
  return [
    '# Documentation', '',
    ...Object.entries(sections).flatMap(([head, names]) =>
      [`## ${head}`, '', ...names.filter((name) => pages.has(name)).map(line), '']),
    '[Problems](/docs/problems) says what an answer that is none means.', '',
  ].join('\n');
}

const pages = new Map(readdirSync('docs').filter((name) => name.endsWith('.md')).sort()
  .map((name) => [name.slice(0, -3), readFileSync(path.join('docs', name), 'utf8')]));
pages.set(REFERENCE, reference());
mkdirSync(out, { recursive: true });
for (const [name, markdown] of [...pages, ['index', index(pages)]]) {
  writeFileSync(path.join(out, `${name}.md`), markdown);
  writeFileSync(path.join(out, `${name}.html`), renderer(pages).parse(markdown));
}
