/** What a session can be turned into, where it is chosen beforehand. */
export const option = {
  after: {
    title: 'Crea in seguito',
    hint: 'Ciò che viene creato automaticamente appena la trascrizione è pronta. Tutto si può creare anche più tardi.',
    loading: 'Le elaborazioni vengono caricate.',
    needsModel:
      'Ciò che non si può scegliere richiede un modello linguistico. Su questo server non ne è configurato nessuno.',
    failed: 'Non è stato possibile caricare le elaborazioni',
    defaults: 'Può creare la seduta lo stesso. Verrà allora creato ciò che qui è consueto.',
  },
};
