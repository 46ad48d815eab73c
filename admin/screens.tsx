import {
  Braces,
  BriefcaseBusiness,
  CalendarClock,
  FileText,
  FileUser,
  Footprints,
  History,
  Images,
  LayoutDashboard,
  Mail,
  MailPlus,
  Palette,
  PanelTop,
  Settings2,
  ShieldCheck,
  Tag,
  Trash2,
  Users,
  Waypoints,
  Webhook,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { needForPictures, needsForTexts } from '#api/accounts/auth/contract/access.ts'
import { needForTokens } from '#api/accounts/tokens/contract/scopes.ts'
import type { Guard, NavigationItem } from './navigation.ts'
import type { Path } from './paths.ts'

type Load = () => Promise<{ default: ComponentType }>

export type Screen = {
  title: string
  /** Without the permission: redirect to the dashboard with this message, not Access Denied. */
  denied?: string
  /**
   * Entry in the sidebar, tab or place in the settings; with `what` also a card on the dashboard, with
   * `and` only for those who may see more than the screen asks for.
   */
  nav?: Omit<NavigationItem, 'path' | keyof Guard> & Pick<Guard, 'and'>
  component: ComponentType
  preload: () => Promise<void>
} & Guard

/** `lazy()`, plus a way to preload the code. */
const screen = (load: Load, rest: Omit<Screen, 'component' | 'preload'>): Screen => ({
  ...rest,
  component: lazy(load),
  preload: async () => {
    await load()
  },
})

/** For screens of jobs, whose modules read the site's words when they are loaded. */
const withSiteWords =
  (load: Load): Load =>
  async () => {
    const { loadSiteWords } = await import('./lib/site-words.ts')
    await loadSiteWords()
    return load()
  }

const dashboard = () => import('./dashboard/Dashboard.tsx')
const pageForm = () => import('./pages/form/PageForm.tsx')
const userForm = () => import('./users/UserForm.tsx')
const templateForm = () => import('./templates/TemplateForm.tsx')
const jobForm = withSiteWords(() => import('./jobs/form/JobForm.tsx'))

const pageHistory = async () => ({ default: (await import('./content/History.tsx')).PageHistory })
const jobHistory = async () => ({ default: (await import('./content/History.tsx')).JobHistory })

const pageTranslation = () => import('./translations/PageTranslation.tsx')
const jobTranslation = withSiteWords(() => import('./translations/JobTranslation.tsx'))

const ownSettings =
  (name: 'JobSettings' | 'CandidateSettings' | 'NotificationSettings') => async () => ({
    default: (await import('./settings/OwnCategories.tsx'))[name],
  })
const jobSettings = ownSettings('JobSettings')
const candidateSettings = ownSettings('CandidateSettings')
const emailSettings = ownSettings('NotificationSettings')

const forTexts = { permission: needsForTexts.anyOf, and: needsForTexts.and } as const

const forUsers = {
  permission: 'manage_users',
  denied: "You don't have permission to manage users. Ask an admin.",
} as const

const inPages = { area: '/pages' } as const
const inSettings = { area: '/settings' } as const

const forReviewers = { permission: 'review_applications', members: true } as const

/** Router, sidebar, tabs, Ctrl+K, permission checks and the dashboard's cards derive from this table. */
export const screens: Record<Path, Screen> = {
  '/': screen(dashboard, {
    title: 'Dashboard',
    nav: { label: 'Dashboard', icon: LayoutDashboard, also: ['Home', 'Today'] },
  }),
  '/dashboard': screen(dashboard, { title: 'Dashboard' }),
  '/live': screen(() => import('./live/Live.tsx'), {
    title: 'Your site is live',
    permission: 'manage_settings',
  }),
  '/applications': screen(() => import('./applications/list/ApplicationList.tsx'), {
    title: 'Applications Management',
    ...forReviewers,
    nav: { label: 'Applications', icon: FileUser, what: 'Review applications' },
  }),
  '/applications/new': screen(() => import('./applications/manual/OpenManual.tsx'), {
    title: 'New Application',
    permission: 'review_applications',
  }),
  '/applications/compare': screen(() => import('./applications/compare/Compare.tsx'), {
    title: 'Compare Applications',
    ...forReviewers,
  }),
  '/applications/reports': screen(() => import('./reports/Reports.tsx'), {
    title: 'Reports',
    ...forReviewers,
  }),
  '/applications/resumes': screen(() => import('./applications/resumes/AddResumes.tsx'), {
    title: 'Add Resumes',
    permission: 'review_applications',
  }),
  '/applications/shared': screen(() => import('./applications/shares/SharedLinks.tsx'), {
    title: 'Shared Links',
    ...forReviewers,
  }),
  '/applications/import': screen(() => import('./imports/ImportStart.tsx'), {
    title: 'Import',
    permission: 'manage_jobs',
    and: ['review_applications'],
  }),
  '/applications/import/$id': screen(() => import('./imports/ImportScreen.tsx'), {
    title: 'Import',
    permission: 'manage_jobs',
    and: ['review_applications'],
  }),
  '/applications/$id': screen(() => import('./applications/record/ApplicationDetail.tsx'), {
    title: 'Application',
    ...forReviewers,
  }),
  '/applications/$id/edit': screen(() => import('./applications/edit/ApplicationEdit.tsx'), {
    title: 'Edit Application',
    permission: 'review_applications',
  }),
  '/interviews': screen(() => import('./interviews/Interviews.tsx'), {
    title: 'Interviews',
    ...forReviewers,
    nav: { label: 'Interviews', icon: CalendarClock, also: ['Calendar'] },
  }),
  '/jobs': screen(
    withSiteWords(() => import('./jobs/list/JobList.tsx')),
    {
      title: 'Jobs Management',
      permission: 'manage_jobs',
      nav: { label: 'Jobs', icon: BriefcaseBusiness, what: 'Create and manage job openings' },
    },
  ),
  '/jobs/new': screen(jobForm, { title: 'Create New Job Opening', permission: 'manage_jobs' }),
  '/jobs/embed': screen(
    withSiteWords(() => import('./jobs/embed/EmbedJobs.tsx')),
    {
      title: 'Jobs on Your Website',
      permission: 'manage_jobs',
    },
  ),
  '/jobs/visits': screen(() => import('./visits/Visits.tsx'), {
    title: 'Visits',
    permission: 'manage_jobs',
  }),
  '/jobs/$id/edit': screen(jobForm, { title: 'Edit Job Opening', permission: 'manage_jobs' }),
  '/jobs/$id/history': screen(jobHistory, { title: 'History', permission: 'manage_jobs' }),
  '/jobs/$id/translations/$language': screen(jobTranslation, {
    title: 'Translation',
    permission: 'manage_jobs',
  }),
  '/pages': screen(() => import('./pages/PageList.tsx'), {
    title: 'Pages',
    permission: 'edit_pages',
    nav: { ...inPages, label: 'Pages', icon: FileText, what: "Edit your website's pages" },
  }),
  '/pages/new': screen(pageForm, { title: 'Create New Page', permission: 'edit_pages' }),
  '/pages/$id/edit': screen(pageForm, { title: 'Edit Page', permission: 'edit_pages' }),
  '/pages/$id/history': screen(pageHistory, { title: 'History', permission: 'edit_pages' }),
  '/pages/$id/translations/$language': screen(pageTranslation, {
    title: 'Translation',
    permission: 'edit_pages',
  }),
  '/images': screen(() => import('./media/Images.tsx'), {
    title: 'Images',
    permission: needForPictures,
    nav: { ...inPages, label: 'Images', icon: Images, also: ['Pictures', 'Media', 'Photos'] },
  }),
  '/menus': screen(() => import('./menus/Menus.tsx'), {
    title: 'Menus',
    permission: 'edit_pages',
    nav: { ...inPages, label: 'Menus', icon: PanelTop, also: ['Header', 'Footer', 'Navigation'] },
  }),
  '/appearance': screen(() => import('./appearance/Appearance.tsx'), {
    title: 'Appearance',
    permission: 'manage_settings',
    nav: { ...inPages, label: 'Appearance', icon: Palette, also: ['Look', 'Theme', 'Logo'] },
  }),
  '/redirects': screen(() => import('./redirects/Redirects.tsx'), {
    title: 'Redirects',
    permission: 'edit_pages',
    nav: { ...inPages, label: 'Redirects', icon: Waypoints },
  }),
  '/trash': screen(() => import('./trash/Trash.tsx'), {
    title: 'Deleted Pages and Jobs',
    permission: ['edit_pages', 'manage_jobs'],
    nav: { ...inPages, label: 'Deleted', icon: Trash2, also: ['Trash'] },
  }),
  '/users': screen(() => import('./users/UserList.tsx'), {
    title: 'Users Management',
    ...forUsers,
    nav: { label: 'Users', icon: Users, what: 'Invite colleagues' },
  }),
  '/users/new': screen(userForm, { title: 'Create New User', ...forUsers }),
  '/users/waiting': screen(() => import('./users/WaitingList.tsx'), {
    title: 'Waiting for You',
    permission: 'admin',
  }),
  '/users/$id/edit': screen(userForm, { title: 'Edit User', ...forUsers }),
  '/settings': screen(() => import('./settings/Settings.tsx'), {
    title: 'Site Settings',
    permission: 'manage_settings',
    nav: { ...inSettings, label: 'Settings', icon: Settings2 },
  }),
  '/settings/jobs': screen(jobSettings, {
    title: 'Job Settings',
    permission: 'manage_settings',
    nav: { ...inSettings, label: 'Jobs', icon: BriefcaseBusiness },
  }),
  '/settings/candidates': screen(candidateSettings, {
    title: 'Candidate Settings',
    permission: 'manage_settings',
    nav: { ...inSettings, label: 'Candidates', icon: FileUser, also: ['Days off', 'Holidays'] },
  }),
  '/hiring-steps': screen(() => import('./hiring-steps/HiringSteps.tsx'), {
    title: 'Hiring Steps',
    ...forTexts,
    nav: { ...inSettings, group: 'Hiring', label: 'Steps', icon: Footprints, also: ['Reasons'] },
  }),
  '/tags': screen(() => import('./tags/TagList.tsx'), {
    title: 'Tags',
    permission: 'review_applications',
    nav: { ...inSettings, group: 'Hiring', label: 'Tags', icon: Tag, also: ['Labels'] },
  }),
  '/templates': screen(() => import('./templates/TemplateList.tsx'), {
    title: 'Templates',
    ...forTexts,
    nav: { ...inSettings, group: 'Hiring', label: 'Templates', icon: MailPlus },
  }),
  '/templates/new': screen(templateForm, {
    title: 'Create New Template',
    ...forTexts,
  }),
  '/templates/$id/edit': screen(templateForm, {
    title: 'Edit Template',
    ...forTexts,
  }),
  '/settings/email': screen(() => import('./email-settings/EmailSettings.tsx'), {
    title: 'Email Server',
    permission: 'admin',
    nav: {
      ...inSettings,
      group: 'Email',
      label: 'Server',
      icon: Mail,
      also: ['Mail', 'SMTP', 'Mailbox', 'Microsoft 365', 'Google Workspace'],
    },
  }),
  '/templates/automatic': screen(() => import('./templates/AutomaticEmails.tsx'), {
    title: 'Automatic Emails',
    ...forTexts,
    nav: { ...inSettings, group: 'Email', label: 'Automatic emails', icon: MailPlus },
  }),
  '/templates/automatic/$id': screen(() => import('./templates/AutomaticForm.tsx'), {
    title: 'Edit Automatic Email',
    ...forTexts,
  }),
  '/settings/notifications': screen(emailSettings, {
    title: 'Email Notifications',
    permission: 'manage_settings',
    nav: { ...inSettings, group: 'Email', label: 'Notifications', icon: Mail, also: ['Notices'] },
  }),
  '/email': screen(() => import('./mail/MailList.tsx'), {
    title: 'Email',
    permission: 'admin',
    nav: { ...inSettings, group: 'Email', label: 'Sent', icon: Mail, also: ['Mail', 'Outbox'] },
  }),
  '/privacy': screen(() => import('./privacy/Privacy.tsx'), {
    title: 'Privacy',
    permission: 'manage_settings',
    nav: {
      ...inSettings,
      group: 'Privacy',
      label: 'Retention',
      icon: ShieldCheck,
      also: ['GDPR', 'Data protection'],
    },
  }),
  '/activity': screen(() => import('./audit/AuditTrail.tsx'), {
    title: 'Activity Log',
    permission: 'admin',
    nav: {
      ...inSettings,
      group: 'Privacy',
      label: 'Activity log',
      icon: History,
      also: ['Audit trail'],
    },
  }),
  '/api': screen(() => import('./api/Api.tsx'), {
    title: 'API',
    permission: needForTokens,
    members: true,
    // Others find it in their profile.
    nav: { ...inSettings, and: ['manage_settings'], label: 'API', icon: Braces, also: ['Tokens'] },
  }),
  '/settings/webhooks': screen(() => import('./webhooks/WebhookList.tsx'), {
    title: 'Webhooks',
    permission: 'admin',
    nav: { ...inSettings, label: 'Webhooks', icon: Webhook, also: ['Slack', 'Teams'] },
  }),
  '/profile': screen(() => import('./profile/Profile.tsx'), { title: 'Your Profile' }),
}

/** The screens that have a name in the sidebar, as a tab or in the column of the settings, in order. */
export const navigationItems: NavigationItem[] = Object.entries(screens).flatMap(
  ([path, { nav, permission, and, members }]) =>
    nav ? [{ path, permission, and, members, ...nav }] : [],
)
