import { FileUser, SearchX } from 'lucide-react'
import { Empty } from '../ui/States.tsx'
import { ClearFilters } from './ActiveFilters.tsx'
import { isFiltered } from './filters.ts'
import type { Address } from './use-address.ts'

/** A list without rows: because nobody has applied yet, or because the filters leave nobody over. */
export const NothingHere = ({ address }: { address: Address }) =>
  isFiltered(address.filters) ? (
    <Empty
      icon={SearchX}
      title="No applications match these filters"
      action={<ClearFilters address={address} className="button" />}
    >
      Other filters, or fewer words in the search, may find what you are looking for.
    </Empty>
  ) : (
    <Empty
      icon={FileUser}
      title="No applications yet"
      action={
        <button type="button" className="button" onClick={() => address.open({ new: 1 })}>
          New Application
        </button>
      }
    >
      What candidates send from the site appears here. One that came on paper or by email you can
      enter yourself.
    </Empty>
  )
