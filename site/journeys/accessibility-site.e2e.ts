import { testAccessibility } from '#scripts/testing/accessibility.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { type Screen, screens } from '../../scripts/screens.ts'

testAccessibility(
  startJourney(),
  Object.fromEntries(Object.entries<Screen>(screens).filter(([, { staff }]) => !staff)),
)
