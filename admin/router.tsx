import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  redirect,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Area } from './layout/Area.tsx'
import { Layout } from './layout/Layout.tsx'
import { storePending } from './lib/drafts.ts'
import { usePerson, useProfile } from './lib/hooks/use-person.ts'
import { navigationBegins } from './lib/moved-on.ts'
import { sitePath } from './lib/site-address.ts'
import { parseSearch, stringifySearch } from './lib/text/search-params.ts'
import { toast } from './lib/toasts.ts'
import { maySee } from './navigation.ts'
import { backOfficePath, formerPaths } from './paths.ts'
import { type Screen, screens } from './screens.tsx'
import { AccessDenied } from './ui/AccessDenied.tsx'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { PageHeader } from './ui/PageHeader.tsx'
import { Loading } from './ui/States.tsx'

/** The screen, or Access Denied without its permission. */
function Guarded({ path, screen }: { path: string; screen: Screen }) {
  const person = usePerson()
  const { component: Component, denied, title } = screen
  if (!maySee(person, screen)) return denied ? <SentAway message={denied} /> : <AccessDenied />
  return (
    <Area path={path}>
      <Suspense fallback={<Opening title={title} />}>
        <Component />
      </Suspense>
    </Area>
  )
}

/** Redirects to the dashboard once the server has confirmed that the permission is missing. */
function SentAway({ message }: { message: string }) {
  const { isFetching } = useProfile()
  useEffect(() => {
    if (!isFetching) toast({ message })
  }, [isFetching, message])
  return isFetching ? <Loading /> : <Navigate to="/dashboard" replace />
}

const Opening = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} quiet />
    <Loading />
  </>
)

/** Unknown paths redirect to /, as on the public site. */
function Unknown() {
  useEffect(() => location.replace(sitePath('/')), [])
  return null
}

const SetUpFirst = lazy(() => import('./profile/SetUpFirst.tsx'))

/** Shows the two-step sign-in setup first while it is required, then the requested screen. */
function Entrance() {
  const person = usePerson()
  const [codes, setCodes] = useState<string[]>()
  if (!person.second_factor_missing && !codes) return <Layout />
  return (
    <Suspense fallback={<Loading />}>
      <SetUpFirst codes={codes} onCodes={setCodes} />
    </Suspense>
  )
}

const root = createRootRoute({ component: Entrance, notFoundComponent: Unknown })

const routes = Object.entries(screens).map(([path, screen]) => {
  let isLoaded = false
  const preload = async () => {
    await screen.preload()
    isLoaded = true
  }
  return createRoute({
    getParentRoute: () => root,
    path,
    component: Object.assign(() => <Guarded path={path} screen={screen} />, { preload }),
    pendingComponent: () => (
      <Area path={path}>
        <Opening title={screen.title} />
      </Area>
    ),
    // Only code has to load. On a slow machine, the router would hide the screen for a moment while
    // it goes to another row, and the focus would be lost.
    get pendingMs() {
      return isLoaded ? Number.POSITIVE_INFINITY : 300
    },
  })
})

/** The server redirects them, too; a tab may remember one as a recent place. */
const formerRoutes = Object.entries(formerPaths).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, search: true, hash: true, replace: true })
    },
  }),
)

export function createBackOfficeRouter() {
  const router = createRouter({
    routeTree: root.addChildren([...routes, ...formerRoutes]),
    basepath: sitePath(backOfficePath),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorBoundary,
    defaultOnCatch: storePending,
    scrollRestoration: true,
  })
  router.subscribe('onBeforeNavigate', navigationBegins)
  return router
}
