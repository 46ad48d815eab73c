export { unnamedAdministrator } from '#db/enums.ts'
