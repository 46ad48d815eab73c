import type { ServerBindings } from '#api/app.ts'
import type { Language, Words } from '#api/words/contract.ts'
import type { PublicSettings } from './lib/visitor.ts'

declare global {
  namespace App {
    interface Locals {
      /** Set by the middleware, as are its words. */
      language: Language
      words: Words
      /** Set by the middleware, except for the back office, the API and redirects. */
      settings: PublicSettings
      /** Set by the server in production; absent under `astro dev`. */
      server?: ServerBindings
    }
  }
}
