// The words of fingerprints: 1,024 plain French nouns without accents, of which no two differ by one letter only. Their order is part of
// every fingerprint that was printed: never change this list. Not in content/, as nobody translates or edits it.
export const fingerprintWords: readonly string[] = `
abeille abri abricot accord acier acteur adresse affiche agenda agneau aigle aiguille aimant airain album algue aliment alliage allumette
alpage amande ambre amiral ampoule ananas ancre animal antenne appel arbitre ardoise argent argile armoire artisan artiste asperge assiette
astre atelier atlas atout aube auberge aubergine automne avenue avion avocat avril azur badge bague baie baiser balade balai balance balcon
baleine balle bambou banane banc bandeau banjo banque barbe barrage barreau bassin bastion bateau batterie baume bazar belette berceau
berger biberon biche bidon bijou billet biscuit bistro blason bloc blouse blouson bobine bocal bois boisson bonbon bonnet bord bosquet botte
bouc bouche bouclier bougie boule bourdon bourgeon bourse boussole bouteille bouton branche bras brasier brebis brique brise broche bronze
brosse brouette buffet bureau buste butin cabane cacao cactus cadeau cadran cadre cahier caillou caisse calcul calepin calme camion camp
campagne canal canard candidat canif canne canot canyon cape capitale capsule carafe caravane carbone cargo carnaval carnet carotte carte
carton cascade casque cassis castor caverne ceinture cellier centre cercle cerf cerise chaise chalet chaleur chaloupe chambre chameau
chandelle chant chapelle chapitre charbon charge chariot charpente charrue chaton chaudron chaussure chef chemin chemise chenal chenille
chevreuil chiffon chiffre chocolat choix chorale chose chouette cible ciel cigale cigogne ciment cirage circuit cirque ciseau citadelle
citerne citron clairon clapet classe clavier client climat cloche cloison clou clown cobalt cocon coffre coin colibri colis colline colombe
colonne comble commode compas compote comptoir concert concombre conduite confiture conseil console copie coquille corail corbeau corbeille
cordage corde cordon corridor costume couleur couloir coupe cour courage courant courbe couronne courrier cousin couteau couvercle crabe
crapaud cravate crayon cristal crochet croissant cuir cuisine cuivre culture curseur cycle cyclone cygne cylindre dahlia damier danse
danseur datte dauphin dentelle dentiste dessert dessin diamant digue dimanche dindon disque docteur doigt domaine domino donjon dorade
dossier douane doute dragon drapeau drone dune duvet effort enclos enclume engin ensemble entracte escabeau escalier escargot espace espoir
essai essence estrade estuaire examen exemple fable facette faisan falaise famille fanfare farine faucon fauteuil fauve fenouil ferme
fermier ferry festin feuille ficelle figure filet filtre finale flacon flamant flamme flanc flaque fleur fleuve flotte fluide foire folklore
fontaine force forgeron formule foudre fouet fourmi fournil foyer fraise framboise frange frelon fresque fripe fromage front fruit fumoir
furet fusain futaie gabarit galaxie galerie galet galop gamelle gant garage garde gardien garrigue gazon genou genre geste gibier girafe
girofle girouette givre glace glacier gland globe gloire glycine golfe gomme gorge gouache gourde goutte grain grammaire granit graphite
grappe gravier griffe grille grillon grive groseille grotte groupe grue guichet guide guirlande guitare gymnase habit hache halte hamac
hamster hangar hanneton hareng haricot harpe hasard havre herbe herbier heure hibou histoire hiver homard honneur horizon horloge houe
housse hublot huile humour hutte hymne iceberg igloo image immeuble index indice insecte instant iris ivoire jacinthe jade jaguar jambe
jambon janvier jardin jarre jasmin jeton jeudi joie jonc jongleur jonquille journal joyau juge juillet juin jument jungle jury kayak kiosque
kiwi koala lacet lagon lagune laine lait laitue lambris lame lampion lande langage langue lanterne lapin laser laurier lavande lecture
lenteur lettre levain levier lexique liane libellule licorne lien lierre lilas limace limite limon linge lingot liste litre livret loge
loisir losange loterie lotus loup loutre lueur lundi lunette lustre lynx lyre macaron machine madrier magasin magie magnolia maille main
maire maison mallette mammouth manche mandarine mandoline manteau maquette marais marbre mardi marelle marge marmite marmotte marquis massif
matelas matelot melon membre menthe menu mercredi merle mesure meuble miette milieu mimosa mine minute miracle miroir mistral mitaine mobile
mode module moineau monnaie monocle montagne montre monument morceau morse mortier moteur motif mouchoir mouette moufle moulin moutarde
muguet muraille murmure muscade muscat musique myrtille nacelle nacre nageoire nageur nappe narval nasse natation navet navette navire
nectar neige neveu nitrate niveau noisette noix nombre norme note notice nougat nouille novembre nuage nuance nuit oasis objet obole ocarina
ocre octobre oignon olive olivier ombrelle omelette once ongle opale orage oranger orbite ordre oreille orgue orient origan origine ortie
osier ouest ouragan ours oursin outil page palais palette palmier palombe panache panda panier panneau panorama pantalon paon papaye
papillon paprika paquebot paquet parasol parc parcelle pardon parfum parking parole parrain parvis passage pastel pastille patate patin
patron pause pavot peau pelle pelote peluche pendule pente perche perdrix permis perron perruche persil personne pharaon phare phoque photo
phrase piano pichet pied pigeon pile pilier pince pinceau pingouin pinson pioche pirate pirogue piscine pistache pivert pizza placard
plafond plan planche plante plateau platine plongeon pluie podium poireau poitrine poivre poivron pollen polygone pommier pompe poney pont
portail porte portrait potage poteau potier potiron pouce poulie poussin prairie pratique presse prisme prix profil proue prune prunier
puits pull pulpe pupitre puzzle pyjama pyramide python quai quartier quartz quenelle question quiche quille rabot racine radar radio rafale
rail raisin rallye rampe ranch rang rapace rasoir ravin recette record refrain refuge regard registre reine relais relief remise remorque
rempart renfort repas requin rivage robe rocher roman romarin rosace roseau rotin roulotte ruban rubis ruche rugby ruisseau rustine rythme
sablier safari safran salon samedi sandale sanglier sardine sarrasin sauce saucisse saumon sauna saut savane saveur science scierie scooter
secret seigle semaine semelle semence semoule sentier serpe serpent serrure service seuil signal signe silence silex sillage sillon sirop
site socle soif soleil solo sommet sonate sorbet sorcier souffle soufre soulier source sourire souris spatule spirale sport square stade
statue studio stylo sucre surface surprise symbole tableau tabouret talus tambour tamis tango tante tapir tarif taureau taxi temple temps
tenaille terrain terrasse terre terreau terrier texte textile thon thym tiare ticket tige tilleul timbale timbre tipi tissu toast toile toit
tomate tombola tonneau tonnelle torche torrent tortue total totem toucan toupie tourte tracteur tramway traverse tremplin treuil triangle
tricot tricycle trident trio tripode tronc trottoir trou trousse truffe truite tulipe tunique tunnel turban turbine tuyau tympan univers
urne usage usine vaisseau valise vallon vanille vapeur vase velours vendange vendredi vent verglas vermeil verrou verveine vestige viande
vigneron ville vinaigre violette violon virgule visage viseur visite vitesse vitrail vitrine voilier voisin voiture volant volcan volet
volume voyage voyelle yaourt yoga zinc zone
`
  .trim()
  .split(/\s+/);
