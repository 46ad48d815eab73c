import type { Plugin } from 'vite'

type Module = { importers: string[]; dynamicImporters: string[] }
type Graph = { getModuleInfo(id: string): Module | null }

/** Whether the module is imported by one that `matches`, directly or through others. */
function isImportedBy(
  matches: (id: string) => boolean,
  id: string,
  graph: Graph,
  importersOf: (module: Module) => string[],
  seen = new Set<string>(),
): boolean {
  if (matches(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const module = graph.getModuleInfo(id)
  if (!module) return false
  return importersOf(module).some((importer) =>
    isImportedBy(matches, importer, graph, importersOf, seen),
  )
}

const isForCandidates = (id: string, graph: Graph) =>
  isImportedBy(
    (importer) => /\/site\/apply\/(?!FormPreview)/.test(importer),
    id,
    graph,
    ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters],
  )

const isOnEachScreen = (id: string, graph: Graph) =>
  isImportedBy(
    (importer) => importer.endsWith('/admin/BackOffice.tsx'),
    id,
    graph,
    ({ importers }) => importers,
  )

/**
 * Which modules share a file in the browser. By itself the bundler writes a file for each set of
 * modules with the same importers: the list of applications took 105 requests, most below 1 KB.
 */
const groups = [
  // What every island needs: 1.7 KB and four requests less for the application form than apart.
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\/|vite\/preload-helper|\/api\/core\/words\/contract\/say\.ts|\/api\/core\/http\/contract\/text-length\.ts|\/contract\/staged\.ts|\/admin\/lib\/text\/file-size\.ts/,
  },
  // What the letter's editor and the back office share.
  {
    name: 'controls',
    test: /\/(?:Popover\.tsx|move-focus\.ts|place-panel\.ts|[Tt]ooltip(?:\.module\.css|\.ts)|link-address\.ts|rich-text\/contract\/address\.ts|rich-text-form\.ts|trusted-html\.ts|site-address\.ts)$/,
    includeDependenciesRecursively: false,
  },
  { name: 'icons', test: /\/node_modules\/lucide-react\//, includeDependenciesRecursively: false },
  {
    // What the application form needs too stays apart, or the form would load all of this.
    name: (id: string, graph: Graph) =>
      isOnEachScreen(id, graph) && !isForCandidates(id, graph) ? 'shell' : null,
    includeDependenciesRecursively: false,
  },
]

export const clientFiles = (): Plugin => ({
  name: 'client-files',
  apply: 'build',
  config: () => ({
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // Lets chunks re-export shared modules.
            preserveEntrySignatures: 'allow-extension',
            output: { codeSplitting: { groups } },
          },
        },
      },
    },
  }),
})
