import { html } from 'hono/html'
import { resolved, type OpenApi, type Operation } from './document'
import { exampleOf } from './example'
import type { JsonSchema } from './json-schema'
import type { Content } from './responses'

/** The API document as a page of plain HTML, without scripts and without requests to other hosts. */
export function docsPage(document: OpenApi) {
  const { info, paths, tags } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0]!)
  const block = operationBlocks(document)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API - ${info.title}</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <main>
          <h1>${info.title} API <small>${info.version}</small></h1>
          <p>${info.description} Machine-readable: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
          <p>
            Send <code>Authorization: Bearer &lt;token&gt;</code> with the token that
            <code>POST /api/v1/login</code> answers. With the header <code>X-Envelope-Status: 200</code> every JSON
            answer is HTTP 200.
          </p>
          ${tags.map(
            ({ name, description }) =>
              html`<section>
                <h2>${name} <small>${description}</small></h2>
                ${groups.get(name)?.map(({ method, path, operation }) => block(method, path, operation))}
              </section>`,
          )}
        </main>
      </body>
    </html>`
}

/** Writes an operation of `document`, with examples made from its schemas. */
function operationBlocks(document: OpenApi) {
  const { schemas } = document.components

  return function block(method: string, path: string, operation: Operation) {
    const { operationId, summary, description, requestBody, responses } = operation
    const parameters = operation.parameters.map((parameter) => resolved(document, parameter))
    return html`<details id="${operationId}">
      <summary><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code> <span>${summary}</span></summary>
      ${description.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
      <p>In generated clients: <code>${operationId}</code>.</p>
      ${
        parameters.length > 0
          ? html`<table>
              <thead>
                <tr>
                  <th scope="col">Parameter</th>
                  <th scope="col">In</th>
                  <th scope="col">Form</th>
                </tr>
              </thead>
              <tbody>
                ${parameters.map(
                  (parameter) =>
                    html`<tr>
                      <td><code>${parameter.name}</code>${parameter.required ? ' (required)' : ''}</td>
                      <td>${parameter.in}</td>
                      <td>
                        ${parameter.description ? html`${withCode(parameter.description)}<br />` : ''}
                        <code>${formOf(parameter.schema)}</code>
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>`
          : ''
      }
      ${
        requestBody
          ? html`<h3>Body</h3>
              ${contentBlocks(requestBody.content)}`
          : ''
      }
      ${Object.entries(responses).map(([status, response]) => {
        const { description: saying, content } = resolved(document, response)
        return html`<h3>${status} <span>${withCode(saying)}</span></h3>
          ${status === '200' ? contentBlocks(content) : ''}`
      })}
    </details>`
  }

  /** An example for JSON. For other media types the name, and the schema if it says more than bytes. */
  function contentBlocks(content: Content) {
    return Object.entries(content).map(([mediaType, { schema }]) => {
      if (mediaType === 'application/json') {
        return html`<pre tabindex="0">${JSON.stringify(exampleOf(schema, schemas), null, 2)}</pre>`
      }
      return html`<p>
        <code>${mediaType}</code> ${schema.properties ? html`<code>${JSON.stringify(schema.properties)}</code>` : ''}
      </p>`
    })
  }

  /** The schema of a parameter, with references replaced by their schemas. */
  function formOf(schema: JsonSchema): string {
    return JSON.stringify(schema).replace(/\{"\$ref":"#\/components\/schemas\/(\w+)"\}/g, (_, name: string) =>
      JSON.stringify(schemas[name]),
    )
  }
}

/** Text between backticks is code. */
const withCode = (text: string) => text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))

export const docsStyle = `:root { color-scheme: light dark; --ink: #1f2329; --muted: #5c6570; --page: #f5f7fa; --card: #fff; --line: #e5e8ec; --link: #006fcc }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --muted: #a3abb6; --page: #131519; --card: #1b1e24; --line: #2d323a; --link: #3c92ed } }
body { margin: 0; font: 14px/22px -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans SC", sans-serif; color: var(--ink); background: var(--page) }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 48px }
h1 { font-size: 20px } h1 small, h2 small, h3 span, summary span { color: var(--muted); font-weight: 400 } h2 { font-size: 16px; margin: 32px 0 8px } h3 { font-size: 14px; margin: 16px 0 4px }
a { color: var(--link) }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; margin-bottom: 8px }
summary { cursor: pointer; overflow-wrap: anywhere } summary b { display: inline-block; min-width: 56px }
code, pre { font: 13px/20px ui-monospace, SFMono-Regular, Consolas, monospace; overflow-wrap: anywhere }
pre { background: var(--page); border-radius: 6px; padding: 12px; overflow: auto; max-height: 420px }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top }
`
