import { SavedViewInput, type ViewList } from '../../inputs/savedViews.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as savedViews from '../../services/workspaces/savedViews.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { SavedViewList } from '../enums/workspace.ts'

const SavedView = builder.prismaObject('SavedView', {
  name: 'SavedView',
  description: 'Filters, order and columns of a list of the dashboard, under a name.',
  fields: (t) => ({
    id: t.exposeID('id'),
    list: t.expose('list', { type: SavedViewList }),
    name: t.exposeString('name'),
    search: t.expose('search', { type: 'JSON', description: "Filters and order, as parameters of the dashboard's URL." }),
    layout: t.expose('layout', { type: 'JSON', description: 'Order, visibility and widths of the columns.' }),
    isShared: t.boolean({ description: 'Whether all members see the view.', resolve: ({ userId }) => userId === null }),
  }),
})

builder.queryFields((t) => ({
  savedViews: t.field({
    type: [SavedView],
    description: 'List your views of a list and those shared with the workspace, by name. There are at most 30 of each.',
    authScopes: { person: true },
    args: { list: t.arg({ type: SavedViewList, required: true }) },
    resolve: (_, { list }, ctx) => savedViews.list(actorOf(ctx), list as ViewList),
  }),
}))

builder.mutationFields((t) => ({
  saveView: t.field({
    type: SavedView,
    description: 'Save a view for yourself, or share it with the workspace. It replaces the one with the same name.',
    authScopes: { person: true },
    args: { input: t.arg({ type: inputFromZod('SavedViewInput', SavedViewInput), required: true }) },
    resolve: (_, { input }, ctx) => savedViews.save(actorOf(ctx), input),
  }),
  deleteView: t.field({
    type: SavedView,
    description: 'Delete a view of yours, or a shared one if you may share.',
    authScopes: { person: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => savedViews.remove(actorOf(ctx), parseRowId(id, 'Saved view')),
  }),
}))
