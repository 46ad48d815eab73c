import type { ServerBindings } from '#api/app.ts'

declare global {
  namespace App {
    interface Locals {
      /** Set by the server in production; absent under `astro dev`. */
      server?: ServerBindings
    }
  }
}
