import { listedPageRow, pageRow } from '../../pages/contract/row.ts'
import { call, created, list, nothing, ok, refused, stale } from '../call.ts'

export const pageCalls = {
  'GET /pages/published': call('List published pages', list(listedPageRow), refused(503)),
  'GET /pages/slug/:slug': call('Read a published page', ok(pageRow), refused(404, 503)),
  'GET /pages': call('List all pages', list(listedPageRow)),
  'GET /pages/:id': call('Read any page', ok(pageRow), refused(404)),
  'POST /pages': call('Create a page', created(pageRow), refused(409)),
  'PUT /pages/:id': call('Change a page', ok(pageRow), refused(404), stale(pageRow)),
  'POST /pages/:id/publish': call('Publish a page', ok(pageRow), refused(404)),
  'POST /pages/:id/unpublish': call('Unpublish a page', ok(pageRow), refused(404)),
  'DELETE /pages/:id': call('Delete a page', nothing, refused(404)),
}
