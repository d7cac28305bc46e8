import { visibilitySuite } from './visibility-suite.ts'

visibilitySuite({ permissions: 'manual', hidden: 'project' })
