import type { ServerBindings } from '#api/app.ts'
import type { Language, Words } from '#api/words/contract.ts'

declare global {
  namespace App {
    interface Locals {
      /** Set by the middleware, as are its words. */
      language: Language
      words: Words
      /** Set by the server in production; absent under `astro dev`. */
      server?: ServerBindings
    }
  }
}
