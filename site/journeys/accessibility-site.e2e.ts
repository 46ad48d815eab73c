import { testAccessibility } from '#scripts/testing/accessibility.ts'
import { type Screen, screens } from '../../scripts/screens.ts'

testAccessibility(
  Object.fromEntries(Object.entries<Screen>(screens).filter(([, { staff }]) => !staff)),
)
