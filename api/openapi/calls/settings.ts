import { publicSettingRow, settingRow, settingValues } from '../../settings/contract/row.ts'
import { call, created, list, moreFor, nothing, ok, refused, stale } from '../call.ts'

const privateToo = moreFor('Anyone reads the public settings.', 'manage_settings')

const read = call('Read a setting', ok(settingRow), refused(404))
const change = call('Change a setting', ok(settingRow), refused(404), stale(settingRow))
const remove = call('Delete a setting', nothing, refused(404, 409), {
  description: 'A built-in setting cannot be deleted, only emptied.',
})

export const settingCalls = {
  'GET /settings/public': call('List public settings', ok(publicSettingRow.array())),
  'GET /settings/object': call('Read several values', ok(settingValues), privateToo),
  'GET /settings/key/:key': { ...read, ...privateToo, summary: 'Read a setting by its key' },
  'GET /settings/category/:category': call('List a category', list(settingRow), privateToo),
  'GET /settings': call('List all settings', list(settingRow)),
  'GET /settings/:id': read,
  'POST /settings': call('Create a setting', created(settingRow), refused(409)),
  'PUT /settings/:id': change,
  'PUT /settings/key/:key': { ...change, summary: 'Change a setting by its key' },
  'DELETE /settings/:id': remove,
  'DELETE /settings/key/:key': { ...remove, summary: 'Delete a setting by its key' },
}
