import type { Language } from '../rules.ts'

export const fr: Language = {
  joined: `
    plus jamais | jamais plus | plus | jamais | plus du tout | plus aucune fois = plus
    mon numero | ce numero | notre numero | mon telephone | ce telephone | mon numero de telephone | mon portable | cette ligne | ma ligne | le numero | mon fixe | mes numeros | ce portable = monnumero
    mes donnees | nos donnees | mes donnees personnelles | mes coordonnees | nos coordonnees | mes informations | mon nom | mon contact | ma fiche | toutes mes donnees | mes infos = mesdonnees
    s il vous plait | s il te plait | s vous plait | svp | stp | sil vous plait = svp
    j ai | je l ai = jai
    en paix | tranquille | tranquilles = tranquille
    d appels | d appel | des appels | les appels | vos appels | ces appels | aux appels | les coups de fil | de coups de fil | coups de telephone | de demarchage | du demarchage | d appels telephoniques | de vos appels | de telemarketing | appels | appel | coup de fil = appels
    d appeler | de m appeler | de nous appeler | de me rappeler | de rappeler | d appeler ici | m appeler | de me telephoner | de telephoner | de me contacter | de nous contacter | de me harceler | de me deranger | de m embeter | de me demarcher | de nous rappeler | de nous deranger | de contacter | de m importuner | de sonner | de deranger | de harceler = deappeler`,
  groups: {
    call: 'appele* appelez appeler appelle rappele* rappelle telephone* contacte* derange* harcele* embete* recontacte* importune* demarche* sollicite* relance* sonne* joigne* joindre appeller apelle* apele* emmerde* saoule* soule*',
    called:
      'appele appelee appeles rappele rappelee contacte contactee derange derangee harcele sollicite sollicitee demarche demarchee recontacte importune joint',
    me: 'me m nous moi ici monnumero',
    list: 'liste listes fichier fichiers base bases systeme repertoire listing listings registre registres annuaire fichiers contacts crm',
    drop: 'retirez retire retirer enlevez enleve enlever supprimez supprime supprimer effacez efface effacer rayez raye rayer otez oter sortez sors sortir virez vire virer radiez radier eliminez desinscrivez desinscrire desinscris radiation suppression supprimiez retiriez enleviez vires',
    det: 'de votre vos vot ta la les ces cette ce toutes tous ton du des l notre',
  },
  refusals: `
    [il|elle|on|qui|ils|elles|si|que|pourquoi] m|me|nous|n appele*|rappele*|appelle|rappelle|telephone*|contacte*|derange*|harcele*|embete*|recontacte*|importune*|demarche*|sollicite* plus
    [il|elle|on|qui|ils|elles|si|pourquoi] ne me|m|nous|n @call plus
    ne me|m|nous appelez|appelle|rappelez|rappelle|telephonez|contactez|derangez|harcelez|recontactez|importunez|demarchez|telephone|contacte pas|point =a|svp|merci|et|je|ici|monnumero|pour|c|encore
    n appelez|appelle|apelez|appeler|appellez plus
    n appelez|appelle pas =ici|svp|merci|a|et|monnumero
    ne rappelez|telephonez|contactez|rappelle|recontactez|derangez|sonnez|telephone|composez|composer|utilisez|appelez plus|pas =ici|svp|merci|monnumero|a|et|nous|chez
    ne plus|pas me|m|nous|etre|deappeler|recevoir ~1 @call|@called|deappeler|appels
    plus appels =svp|merci|de|et|a|commerciaux|c|telephoniques
    plus aucun appels|contact|demarchage =
    ne|n veux|voudrais|souhaite|desire|souhaitons|voulons|aimerais|accepte|supporte ~1 plus|pas ~2 que ~2 m|me|nous|on|vous ~3 @call ~1 =ici|svp|a|et|chez|sur|monnumero|pour
    ne|n veux|voudrais|souhaite|desire|souhaitons|voulons ~1 plus|pas|aucun|aucune ~2 etre|recevoir|avoir ~1 @called|appels|deranges|contact|demarchage|contactes =
    veux|voudrais|souhaite|desire|souhaitons|voulons|accepte plus|pas|aucun|aucune ~3 @called|appels|appel|deappeler|contact|demarchage ~1 =svp|et|de|merci|sur|a
    veux|voudrais|souhaite|desire|souhaitons plus|pas recevoir|entendre|avoir ~1 appels|parler|contact
    veux|voudrais|souhaite|desire|veut plus|pas que ~2 m|me|nous|on|vous ~2 @call ~2 =
    veux|veut|voudrais plus|pas|rien ~2 entendre|entends ~1 parler de vous
    veux|veut|voudrais plus|pas|rien ~2 savoir|entendre ~2 de ~1 vous|votre|toi
    plus rien ~2 entendre|savoir|recevoir ~2 vous|votre
    demande|demandons|prie|exige|prefere|souhaite|aimerais|veux|ai|jai|voudrais|demander|dit ~3 de ne plus|pas|jamais ~3 @call|@called|deappeler|recevoir ~1 =ici|svp|a|et|sur|monnumero
    demande|dit|demander|prie|preferais|prefererais|souhaite ~2 que|qu ~2 ne ~2 @call plus|pas
    prefere|prefererais|preferais|aimerais|voudrais que vous|tu ~2 m|me|nous ~1 @call plus|pas
    prefere|prefererais|aimerais|voudrais ~1 ne plus|pas etre @called =
    merci|prie|veuillez|priere|faut|devez|devriez ~1 de? ne plus|pas|jamais ~2 @call|deappeler ~1 =ici|svp|a|monnumero|merci|et|sur|pour
    plus|aucun appels|contact|demarchage|coup =svp|merci|de|et
    devez|devriez|pouvez|dois|doit|faut|avez ~1 plus|pas ~2 deappeler|@call ~1 =ici|svp|a|et|plus|monnumero
    ne|n veux|voudrais|souhaite|desire|souhaitons|voulons|accepte plus|pas|aucun|aucune ~3 @called|appels|appel|deappeler|contact|demarchage ~1 =svp|et|de|merci|sur|a
    ne|n veux|voudrais|souhaite|desire|souhaitons plus|pas recevoir|entendre|avoir ~1 appels|parler|contact
    ne|n veux|voudrais|souhaite|desire|veut plus|pas que ~2 m|me|nous|on|vous ~2 @call ~2 =
    ne|n veux|veut|voudrais plus|pas|rien ~2 entendre|entends ~1 parler de vous
    ne|n veux|veut|voudrais plus|pas|rien ~2 savoir|entendre ~2 de ~1 vous|votre|toi
    ne|n veux|voudrais|souhaite|desire|exige|demande|prefere|prefererais|aimerais|prie|insiste|apprecierais|voulons|demandons|souhaiterais|prefererait|reconnaissant|gre ~4 que|qu|de|si|deappeler ~4 cess*|arret*|plus|stop* ~3 appele*|@call|appels|deappeler|harcel*|derang*|@called|solliciter
    ne|n veux|voudrais|souhaite ~1 qu|que ~2 laisse* tranquille
    veux|voudrais|souhaite|desire|exige|demande|prefere|prefererais|aimerais|prie|insiste|apprecierais|voulons|demandons|souhaiterais|prefererait|reconnaissant|gre ~4 que|qu|de|si|deappeler ~4 cess*|arret*|plus|stop* ~3 appele*|@call|appels|deappeler|harcel*|derang*|@called|solliciter
    veux|voudrais|souhaite ~1 qu|que ~2 laisse* tranquille`,
  demands: `
    [va|n|pas|avez|a|as|ont|suis|de] arretez|arrete|arreter|cessez|cesse|cesser|stop|stoppez|stoppe|finissez|veuillez|merci|evitez ~2 deappeler|appels|@call|appeler ~1 =ici|svp|merci|tout|a|et|sans|je|sur|monnumero|tous
    [va|n|pas|avez|a|as|ont|suis] arretez|arrete|arreter|cessez|cesse|cesser|stop|stoppez ~2 deappeler|appels|harcelement|demarchage|telephoner
    stop|halte|assez|fini|marre ~1 aux|les|des|de|vos|avec? appels|harcelement|demarchage|coups
    veuillez ~1 cesser|arreter ~2 appels|deappeler|@call|contact*
    @drop ~1 moi|nous|monnumero|mesdonnees|ca|me|m ~3 de|du|des|dans ~2 @list
    @drop moi|nous de la|cette|votre|vos|vot|toutes ~1 @list
    me|m|nous|monnumero|mesdonnees @drop ~1 de|du|des ~2 @list
    etre|suis|sois retire|enleve|supprime|raye|efface|retiree|enlevee|supprimee|rayee|effacee|radie|radiee|desinscrit|desinscrite ~1 de|du|des|l ~2 @list
    ne|veux|souhaite|voudrais plus|pas etre|figurer|apparaitre dans|sur|parmi ~2 @list
    supprimez|effacez|oubliez|perdez|retirez|enlevez|bloquez|rayez|jetez|supprimer|effacer|oublie|oublier|supprime|efface|vire|virez|detruisez|detruire|enleve|retire ~1 monnumero|mesdonnees =svp|de|immediatement|merci|et|tout|maintenant|une|definitivement|a|s|dans
    monnumero|mesdonnees ~2 supprim*|efface*|retir*|enlev*|oubli*|bloqu*
    desinscrivez|desinscris|desabonnez|desinscrire|desabonner|radiez moi|nous|me|m =svp|de|immediatement|merci|des
    mettez|mets|inscrivez|ajoutez|mettre|inscrire|placez ~4 bloctel|rouge|noire|opposition|repoussoir
    inscrit|inscrite|suis|sommes ~3 bloctel
    m|nous oppose|opposons ~6 appels|demarchage|traitement|mesdonnees|donnees|prospection|utilisation|appel*|contact*|sollicit*|deappeler
    oppose|opposition ~2 a ~4 appels|demarchage|traitement|mesdonnees|donnees|prospection|utilisation
    droit ~2 opposition|effacement|oubli|suppression
    retire|revoque|retirer|revoquer|annule ~1 mon|notre|tout consentement|accord|autorisation =
    retire|revoque|retirer|revoquer|annule ~1 mon|notre|tout consentement|accord|autorisation pour|de|d|a|concernant ~3 appel*|@call|utilis*|deappeler|demarchage|prospection|donnees|mesdonnees
    ne|n|pas ~1 consens|autorise|accepte|donne|consentement|accord|permission ~4 appels|@call|contact*|demarchage|deappeler
    n avez ~2 pas|plus|aucun|aucune ~2 autorisation|accord|permission|consentement|droit ~3 @call|deappeler
    laissez|laisse|fichez|foutez|fous|fiche|lachez|lache ~1 moi|nous|la|m ~1 tranquille|paix|grappe|appels
    laisse*|fout*|fiche* ~2 la? paix
    si vous|tu|on ~1 m|me|nous rappele*|appele*|rappelle*|appelle*|contacte*|derange*|recontacte*|continuez ~4 plainte|police|avocat|signale*|cnil|porte|porter|tribunal|justice|denonce*|poursui*
    derniere fois ~1 que ~3 appele*|rappele*|contacte*|derange*|telephon*
    il faut cesser|arreter ~2 appels|deappeler`,
  before: `
    pas|jamais|rien dit|dis|dire|demande|demander|veut|disais|pretends|signifie ~5
    dis|dit|disais|demande|veux pas|jamais|plus ~1 de|d|que|qu ~4
    peux|peut|peuvent|pouvez|puis|arrive pas ~1
    il|elle|mari|femme|chef|patron|patronne|mere|pere|fils|fille|voisin|voisine|ami|amie|frere|soeur|client|clients|quelqu|gens|maman|papa|collegue|avocat|medecin|monsieur|dame|copain|copine|grand|cliente|tante|oncle ~1 a|dit|crie|disait|demande|hurle|ecrit|veut|voulait|m|ont|disent|repond|lui ~5
    a|dit|crie|lance il|elle|mari|femme|mere|pere|fils|fille|voisin ~4
    lui|leur ~1 ai|a|dis|dit|demande ~4
    si|quand|lorsque|pourquoi|avant|puisque|depuis ~2
    pourquoi ~3
    avez|as|ont|a vous|tu|ils|il ~2
    ils|elles|elle|il|personne|amis|enfants|fils|fille|banque|clients
    chanson|film|livre|intitule*|titre|panneau ~2
    n|ne|pas|jamais|plus
    n|ne|pas ~1 m|s|t?`,
  after: `
    avant|apres|pendant|quand|lorsque|aujourd|demain|maintenant|sauf|sans|entre|si|tant|jusqu|jusque|tard|tot|encore|ce|cette|tout|durant|hors
    si|aussi|trop tot|tard|souvent|vite
    a|apres|vers|des|au|le|la|les|en|sur cette|huit|neuf|sept|six|dix|midi|minuit|heure*|bureau|travail|soir|matin|nuit|dimanche*|samedi*|lundi*|week*|moment|reunion|vacances|semaine|mon|mes
    au|a travail|bureau|l|cette|midi
    le|la|les|en soir|matin|nuit|dimanche*|samedi*|lundi*|mardi*|mercredi*|jeudi*|vendredi*|week*|semaine|reunion|vacances|weekend*
    a cette|ces|huit|neuf|sept|six|l|midi|l heure*
    pour le|l moment|instant
    par mail|email|courrier|sms|e|texto|lettre
    tous|toutes|chaque les|jour*|heure*|semaine*|cinq|soir*|matin*
    depuis|avec un|numero ~1 masque|prive|inconnu
    d|de|du|des ~2 attente|invites|groupe|reservation|commande|formulaire|facture|compte|newsletter|course*|annonce|site|profil|participants
    a|l|d|au|de ~2 enregistrement|enregistre*
    enregistre*
    dit|crie il|elle
    monsieur|madame|cherie|cheri|docteur|mademoiselle|bebe|maman|papa|comme|par`,
  times: 'maintenant aujourd demain tot tard soir matin dimanche dimanches week nuit moment midi instant',
  turns: 'mais donc alors et sinon',
}
