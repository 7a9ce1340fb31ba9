import type { JsonSchema } from '@valibot/to-json-schema'
import type { ApiDocument, Operation } from '../../../workers/shared/api-document.ts'
import { escapeHtml } from '../page.ts'

/** The documentation of the API as an HTML page, from its OpenAPI document. It needs no script. */

/** The Markdown that the document uses: code, bold text, and paragraphs. */
const inline = (text: string) =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
const paragraphs = (text: string) =>
  text
    .split('\n\n')
    .map((each) => `<p>${inline(each)}</p>`)
    .join('')

const schemaLink = (ref: string) => {
  const name = ref.split('/').at(-1)!
  return `<a href="#schema-${name}">${name}</a>`
}

/** The type of a value in a few words. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schemaLink(schema.$ref)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map((option) => typeOf(option as JsonSchema)))].join(' or ')
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' or ')
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as JsonSchema)}`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return 'map'
  return (
    { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false', object: 'object', null: 'null' }[
      String(schema.type)
    ] ?? 'anything'
  )
}

const COUNT = new Intl.NumberFormat('en')
const shown = (bound: number | undefined): bound is number => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

/** The bounds of a value as a text. */
function boundsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, default: preset }: JsonSchema): string {
  const bounds = [
    shown(minLength) && `at least ${COUNT.format(minLength)} characters`,
    shown(maxLength) && `at most ${COUNT.format(maxLength)} characters`,
    shown(minimum) && `at least ${COUNT.format(minimum)}`,
    shown(maximum) && `at most ${COUNT.format(maximum)}`,
    shown(minItems) && `at least ${COUNT.format(minItems)} entries`,
    shown(maxItems) && `at most ${COUNT.format(maxItems)} entries`,
    preset !== undefined &&
      preset !== null &&
      preset !== '' &&
      !Array.isArray(preset) &&
      `default <code>${escapeHtml(String(preset))}</code>`,
    pattern && `pattern <code>${escapeHtml(pattern)}</code>`,
  ].filter(Boolean)
  const text = bounds.join(', ')
  return text && ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** The objects inside a value. Their fields are listed below the value. */
function innerOf(schema: JsonSchema): JsonSchema[] {
  if (schema.properties) return [schema]
  if (schema.items) return innerOf(schema.items as JsonSchema)
  if (typeof schema.additionalProperties === 'object') return innerOf(schema.additionalProperties)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap((option) => innerOf(option as JsonSchema))
}

const fieldRow = (name: string, field: JsonSchema, required: boolean): string =>
  `<li><code class="name">${escapeHtml(name)}</code> <span class="type">${typeOf(field)}${required ? '' : ', optional'}</span>
  <span class="note">${field.description ? inline(field.description) : ''}${boundsOf(field)}</span>${innerFields(field)}</li>`

const fieldList = ({ properties = {}, required = [] }: JsonSchema): string =>
  `<ul class="fields">${Object.entries(properties)
    .map(([name, field]) => fieldRow(name, field as JsonSchema, required.includes(name)))
    .join('')}</ul>`

/** The fields of the objects in a value. An "or" separates alternatives. */
function innerFields(schema: JsonSchema): string {
  const objects = innerOf(schema)
  return objects.map((object, i) => (i ? '<p class="or">or</p>' : '') + fieldList(object)).join('')
}

/** A value with its type, its note and its fields. */
const valueHtml = (schema: JsonSchema): string =>
  schema.properties && !schema.description
    ? innerFields(schema)
    : `<p>${typeOf(schema)}${schema.description ? `: ${inline(schema.description)}` : ''}</p>${innerFields(schema)}`

const fold = (title: string, content: string): string => `<details><summary>${title}</summary>${content}</details>`

function callHtml(
  method: string,
  path: string,
  { operationId, summary, description, parameters, requestBody, responses }: Operation,
): string {
  const body = requestBody?.content['application/json'].schema
  const successes = Object.entries(responses).filter(([, response]) => !response['x-error-codes'])
  const errors = Object.entries(responses).flatMap(([status, { description, 'x-error-codes': codes }]) =>
    (codes ?? []).map((code, i) => {
      const [, note = ''] = description.split('\n\n')[i]?.split(/: (.*)/s) ?? []
      return `<li><code class="name">${code}</code> <span class="type">${status}</span> <span class="note">${inline(note)}</span></li>`
    }),
  )
  return `<article id="${operationId}"><h3><a href="#${operationId}">${inline(summary)}</a></h3>
<p class="call"><span>${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>${paragraphs(description)}
${parameters ? fold('Parameters', `<ul class="fields">${parameters.map(({ name, required, schema, description }) => fieldRow(name, { ...schema, description }, required)).join('')}</ul>`) : ''}
${body ? fold('Body', valueHtml(body)) : ''}
${successes
  .map(([status, { description, content = {} }]) => {
    const [[type, { schema } = {}] = []] = Object.entries(content)
    const note =
      description === 'Success.' ? '' : `<p>${inline(description)}${type && !schema ? ` <code>${escapeHtml(type)}</code>` : ''}</p>`
    return fold(`Answer <span class="type">${status}</span>`, note + (schema ? valueHtml(schema) : ''))
  })
  .join('')}
${fold(`Errors <span class="type">${errors.length}</span>`, `<ul class="fields">${errors.join('')}</ul>`)}</article>`
}

/** Renders the page. `styles` is the path of its style sheet, `home` the name of the link to the app. */
export function docsPage(document: ApiDocument, { styles, home }: { styles: string; home: string }): string {
  const { info, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const groups = tags.map((tag) => ({ ...tag, calls: operations.filter(({ operation }) => operation.tags.includes(tag.name)) }))
  const nav = groups
    .map(
      ({ name, calls }) =>
        `<details><summary>${escapeHtml(name)} <span class="type">${calls.length}</span></summary><ul>${calls
          .map(
            ({ operation, path }) =>
              `<li><a href="#${operation.operationId}">${escapeHtml(
                path
                  .split('/')
                  .slice(path.startsWith('/api/') ? 3 : 1)
                  .join('/') || path,
              )}</a></li>`,
          )
          .join('')}</ul></details>`,
    )
    .join('')
  const sections = groups
    .map(
      ({ name, description, calls }) =>
        `<section id="area-${name}" aria-labelledby="title-${name}"><h2 id="title-${name}">${escapeHtml(name)}</h2><p>${inline(description)}</p>${calls
          .map(({ method, path, operation }) => callHtml(method, path, operation))
          .join('')}</section>`,
    )
    .join('')
  const schemas = Object.entries(components.schemas)
    .map(([name, schema]) => `<article id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>${valueHtml(schema)}</article>`)
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<meta name="description" content="Every call of the ${escapeHtml(info.title)}: request, answer, errors and rate limit.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styles}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a href="/">${escapeHtml(home)}</a> <a href="/api/openapi.json">OpenAPI document</a></header>
<div class="page">
<nav aria-label="Calls">${nav}<a href="#schemas">Shared shapes</a></nav>
<main id="main" tabindex="-1">
<h1>${escapeHtml(info.title)}</h1>
<div class="intro">${paragraphs(info.description)}</div>
${sections}
<section id="schemas" aria-labelledby="title-schemas"><h2 id="title-schemas">Shared shapes</h2><p>Parts that several answers have in common.</p>${schemas}</section>
</main>
</div>
</body>
</html>
`
}
