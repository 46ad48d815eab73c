import type { FromDoor } from '#api/app.ts'

declare global {
  namespace App {
    interface Locals {
      /** Set by the door in production; absent under `astro dev`. */
      door?: FromDoor
    }
  }
}
