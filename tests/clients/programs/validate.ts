import SwaggerParser from '@apidevtools/swagger-parser'

// Fails where the document breaks the schema of OpenAPI, or a reference leads nowhere.
await SwaggerParser.validate(process.argv[2]!)
