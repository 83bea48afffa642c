import { z } from 'zod'

/**
 * In a browser the content security policy forbids making functions from text. zod tries that when a schema is made,
 * so this must come before every schema: import `z` from here.
 */
if ('document' in globalThis) z.config({ jitless: true })

/**
 * Gives schemas their names in the API document. The name is that of the export: `nameSchemas({ Role, RoleInput })`. What
 * is made from a named schema has no name.
 */
export function nameSchemas(schemas: Record<string, z.ZodType>) {
  for (const [id, schema] of Object.entries(schemas)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
}

export { z }
