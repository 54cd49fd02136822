import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

type Content = Record<string, { schema?: unknown }>;
export type Operation = {
  summary?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
};

export type Spec = {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
};

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
type Entry = { path: string; method: string; operation: Operation };

/** Returns the API description as an HTML page with a style sheet and without scripts. */
export function specToHtml(spec: Spec): Html {
  const byTag = Map.groupBy(entriesOf(spec), ({ operation }) => operation.tags?.[0] ?? 'other');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${spec.info.title} API</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/api/docs/style.css" />
      </head>
      <body>
        <main>
          <h1>${spec.info.title} API ${spec.info.version}</h1>
          <p>${spec.info.description ?? ''} <a href="/api/openapi.json">OpenAPI document</a></p>
          ${[...byTag].map(
            ([tag, entries]) =>
              html`<h2>${tag}</h2>
                ${entries.map(entryToHtml)}`,
          )}
          ${schemasToHtml(spec.components?.schemas ?? {})}
        </main>
      </body>
    </html>`;
}

const entriesOf = (spec: Spec): Entry[] =>
  Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const entryToHtml = ({ path, method, operation }: Entry): Html =>
  html`<details>
    <summary>
      <b>${method.toUpperCase()}</b> <code>${path}</code>
      <span>${operation.summary ?? ''}${operation.security ? ' · access token' : ''}</span>
    </summary>
    ${(operation.parameters ?? []).map(
      (parameter) =>
        html`<p>${parameter.in}: <code>${parameter.name}</code>${parameter.required ? ', required' : ''}</p>`,
    )}
    ${contentToHtml('Body', operation.requestBody?.content)}
    ${Object.entries(operation.responses ?? {}).map(
      ([status, { description, content }]) =>
        html`<h3>${status}</h3>
          <p>${description ?? ''}</p>
          ${contentToHtml('Answer', content)}`,
    )}
  </details>`;

const contentToHtml = (title: string, content: Content | undefined): Html =>
  html`${Object.entries(content ?? {}).map(
    ([media, { schema }]) =>
      html`<p>${title}, ${media}</p>
        ${schemaToHtml(schema)}`,
  )}`;

const schemasToHtml = (schemas: Record<string, unknown>): Html =>
  html`${Object.entries(schemas).map(
    ([name, schema]) =>
      html`<h3 id="${name}">${name}</h3>
        ${schemaToHtml(schema)}`,
  )}`;

const schemaToHtml = (schema: unknown): Html =>
  schema === undefined ? raw('') : html`<pre>${JSON.stringify(schema, null, 2)}</pre>`;

export const docsStyle = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
h2 { margin-top: 2rem; text-transform: capitalize }
summary { cursor: pointer; padding: 0.5rem 0; min-height: 1.75rem }
summary b { display: inline-block; min-width: 4.5rem }
summary span { opacity: 0.8 }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
pre { overflow: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 8%, transparent) }
`;
