import { FileUser, SearchX } from 'lucide-react'
import { Empty } from '../../ui/States.tsx'
import { isFiltered } from '../filters.ts'
import type { Address } from '../use-address.ts'
import { ClearFilters } from './filter/ActiveFilters.tsx'

/** Empty state: no applications yet, or none that match the filters. */
export const NothingHere = ({ address }: { address: Address }) =>
  isFiltered(address.filters) ? (
    <Empty
      icon={SearchX}
      title="No applications match these filters"
      action={<ClearFilters address={address} className="button" />}
    >
      Try removing a filter or searching for fewer words.
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
      Applications from your site appear here. You can also add ones you got by email or post.
    </Empty>
  )
