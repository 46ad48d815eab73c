import type { Extensions } from '@tiptap/core'
import { adBlocks, type BlockName, blockNames } from '#api/website/blocks/contract/kinds.ts'
import { Figure } from '../../media/text/figure.ts'
import { PastePictures } from '../../media/text/paste-pictures.ts'
import { PictureUpload } from '../../media/text/upload-node.ts'
import { extensions } from '../../ui/editor/schema.ts'
import { InertElements } from './faq.ts'
import { BlockKeys } from './keys.ts'
import { BlockNames } from './names.ts'
import { BlockPasting } from './pasting.ts'
import { BlockPictures } from './pictures.ts'
import { BareParagraphs, nodesOfBlocks } from './schema.ts'
import { SlashMenu } from './slash.ts'
import { TextCommands } from './text-commands.ts'

/** Rich text with pictures and, between it, these blocks. */
const textExtensions = (names: readonly BlockName[], mayUpload: boolean): Extensions => [
  ...extensions('full', '(block | page)+'),
  Figure,
  PictureUpload,
  PastePictures.configure({ mayUpload }),
  ...nodesOfBlocks(names),
  BlockKeys,
  BlockPasting,
  InertElements,
  BlockNames,
  TextCommands,
  BareParagraphs,
]

/** All that the text of a page is edited by. */
export const pageExtensions = ({ mayUpload }: { mayUpload: boolean }): Extensions => [
  ...textExtensions(blockNames, mayUpload),
  BlockPictures.configure({ mayUpload }),
  SlashMenu,
]

/** All that a text of a job ad is edited by. */
export const adExtensions = ({ mayUpload }: { mayUpload: boolean }): Extensions =>
  textExtensions(adBlocks, mayUpload)
