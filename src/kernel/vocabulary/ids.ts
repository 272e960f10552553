/**
 * The ID of a row of one table. A plain number is accepted, as rows of the database have them; an ID of another table is a compile error,
 * so that two arguments cannot change places unnoticed.
 */
type RowId<Table extends string> = number & { readonly idOf?: Table }

export type AgentId = RowId<'agents'>
export type AlertId = RowId<'alerts'>
export type ApiKeyId = RowId<'api_keys'>
export type AppGrantId = RowId<'app_grants'>
export type CallId = RowId<'calls'>
export type CampaignId = RowId<'campaigns'>
export type CarrierConnectionId = RowId<'carrier_connections'>
export type ConsentId = RowId<'consents'>
export type ConversationId = RowId<'conversations'>
export type DncRegisterId = RowId<'dnc_registers'>
export type DocumentId = RowId<'documents'>
export type ErasureId = RowId<'erasures'>
export type InvitationId = RowId<'invitations'>
export type InvoiceId = RowId<'invoices'>
export type KnowledgeBaseId = RowId<'knowledge_bases'>
export type KnowledgeDocumentId = RowId<'knowledge_documents'>
export type LeadId = RowId<'leads'>
export type LeadImportId = RowId<'lead_imports'>
export type MessageId = RowId<'messages'>
export type NumberId = RowId<'numbers'>
export type OptOutId = RowId<'opt_outs'>
export type ReportId = RowId<'reports'>
export type SavedViewId = RowId<'saved_views'>
export type UserId = RowId<'users'>
export type WebhookDeliveryId = RowId<'webhook_deliveries'>
export type WebhookEndpointId = RowId<'webhook_endpoints'>
export type WorkspaceId = RowId<'workspaces'>

/** The ID that belongs to each name of a resource in errors. */
export interface IdOf {
  'API key': ApiKeyId
  Agent: AgentId
  'Agent version': number
  Alert: AlertId
  'CLI token': ApiKeyId
  Call: CallId
  Campaign: CampaignId
  'Carrier connection': CarrierConnectionId
  'Connected app': ApiKeyId
  Consent: ConsentId
  Conversation: ConversationId
  Document: DocumentId
  Erasure: ErasureId
  Event: number
  Invitation: InvitationId
  Invoice: InvoiceId
  'Knowledge base': KnowledgeBaseId
  'Knowledge document': KnowledgeDocumentId
  Lead: LeadId
  'Lead import': LeadImportId
  Member: UserId
  Message: MessageId
  'Opt-out': OptOutId
  'Phone number': NumberId
  Register: DncRegisterId
  Report: ReportId
  'Saved view': SavedViewId
  'Webhook delivery': WebhookDeliveryId
  'Webhook endpoint': WebhookEndpointId
  Workspace: WorkspaceId
}
