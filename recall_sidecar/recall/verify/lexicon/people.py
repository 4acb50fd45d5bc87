"""Words for people by what they are to somebody. A line is one meaning in ten languages, as in `lexicon/doings.py`.

`KIN` says who it is: a sister is no brother, and no paraphrase makes one of the other.
"""

__all__ = ["KIN", "PEOPLE"]

KIN = """
mother mom mum mama mommy|妈妈 母亲 妈|母 お母さん 母親 ママ|어머니 엄마|mutter mama|mère maman|madre mamá|mãe mamãe|madre mamma|мать мама мамы маму мамой матери
father dad daddy papa|爸爸 父亲 爸|父 お父さん 父親 パパ|아버지 아빠|vater papa|père papa|padre papá|pai papai|padre papà|отец папа отца папы
sister sisters|姐姐 妹妹 姐妹|姉 妹 姉妹|언니 누나 여동생 자매|schwester schwestern|sœur soeur|hermana hermanas|irmã irmãs|sorella sorelle|сестра сестры сестру сестрой
brother brothers|哥哥 弟弟 兄弟|兄 弟 兄弟|오빠 형 남동생 형제|bruder brüder|frère frères|hermano hermanos|irmão irmãos|fratello fratelli|брат брата братья братом
son sons|儿子|息子|아들|sohn söhne|fils|hijo|filho|figlio|сын сына сыновья
daughter daughters|女儿|娘|딸|tochter töchter|fille filles|hija|filha|figlia|дочь дочери дочка дочку
wife|妻子 老婆 太太|妻 奥さん|아내|ehefrau|épouse|esposa|esposa|moglie|жена жены жену женой
husband|丈夫 老公|夫 旦那|남편|ehemann|mari|esposo marido|marido|marito|муж мужа мужем
boyfriend|男友 男朋友|彼氏|남자친구||copain|novio|namorado|fidanzato|
girlfriend gf|女友 女朋友|彼女 ガールフレンド|여자친구||copine|novia|namorada|fidanzata|
grandmother grandma granny|奶奶 外婆 祖母 姥姥|祖母 おばあちゃん|할머니|großmutter oma|grand-mère mamie|abuela|avó|nonna|бабушка бабушки бабушку
grandfather grandpa|爷爷 外公 祖父 姥爷|祖父 おじいちゃん|할아버지|großvater opa|grand-père papi|abuelo|avô|nonno|дедушка дедушки
uncle|叔叔 舅舅 伯伯 姑父|叔父 おじ|삼촌|onkel|oncle|tío|tio|zio|дядя дяди
aunt|阿姨 姑姑 姨妈 婶婶|叔母 おば|이모 고모|tante|tante|tía|tia|zia|тетя тётя
cousin|表哥 表姐 表弟 表妹 堂兄|いとこ|사촌|cousin cousine|cousin cousine|primo prima|primo prima|cugino cugina|двоюродный кузен
niece|侄女 外甥女|姪|조카딸|nichte|nièce|sobrina|sobrinha|nipote|племянница
nephew|侄子 外甥|甥|조카|neffe|neveu|sobrino|sobrinho|nipote|племянник
boss manager supervisor|老板 上司 经理|上司|상사|chef chefin vorgesetzte vorgesetzter|patron patronne|jefe jefa|chefe|capo|начальник начальница босс
neighbor neighbour neighbors neighbours|邻居|隣人 近所|이웃|nachbar nachbarin|voisin voisine|vecino vecina|vizinho vizinha|vicino vicina|сосед соседка соседи
roommate flatmate|室友|ルームメイト|룸메이트|mitbewohner mitbewohnerin|colocataire||||
friend friends buddy pal mate companion|朋友 好友 友人 伙伴|友達 友人 仲間|친구|freund freunde freundin freunden|ami amie amis amies|amigo amiga amigos amigas|amigo amiga amigos amigas|amico amica amici amiche|друг друга друзья подруга друзей другом друзьями
colleague colleagues coworker coworkers team teammate teammates|同事 团队 队友|同僚 チーム 同じ会社|동료 팀|kollege kollegen kollegin kolleginnen team|collègue collègues équipe|colega colegas compañero compañera compañeros equipo|colega colegas equipe|collega colleghi colleghe squadra|коллега коллеги коллегой коллегами команда
grandparents grandparent grandmother grandma granny grandfather grandpa|祖父母 爷爷 奶奶 外公 外婆|祖父母|조부모|großeltern|grands-parents|abuelos|avós|nonni|бабушка дедушка
parents parent mother father mom dad mum mama papa mommy daddy|父母 爸妈 爸爸 妈妈 母亲 父亲|両親 親 母 父|부모 부모님|eltern mutter vater|parents mère père|padres madre padre|pais mãe pai|genitori madre padre|родители родителей мать отец
"""

PEOPLE = """
friend friends buddy pal mate companion|朋友 好友 友人 伙伴|友達 友人 仲間|친구|freund freunde freundin freunden|ami amie amis amies|amigo amiga amigos amigas|amigo amiga amigos amigas|amico amica amici amiche|друг друга друзья подруга друзей другом друзьями
colleague colleagues coworker coworkers team teammate teammates|同事 团队 队友|同僚 チーム|동료 팀|kollege kollegen kollegin team|collègue collègues équipe|colega colegas compañeros equipo|colega colegas equipe|collega colleghi squadra|коллега коллеги команда коллегами
family families relatives relative parents parent|家人 家庭 亲人 父母 家|家族 両親 親|가족 부모|familie eltern verwandte|famille parents proches|familia padres parientes|família pais parentes|famiglia genitori parenti|семья семьей родители родственники семьи
child children kid kids baby babies toddler son daughter|孩子 儿童 小孩 宝宝 儿子 女儿|子供 子ども 赤ちゃん|아이 아기 자녀 어린이|kind kinder kindern baby|enfant enfants bébé|niño niños niña hijos bebé|criança crianças filhos bebê|bambino bambini figli|ребенок дети детей детьми ребёнок малыш
wife husband spouse partner|伴侣 配偶|配偶者 パートナー|배우자 파트너|partner partnerin frau mann|conjoint partenaire compagnon|pareja cónyuge|parceiro parceira cônjuge|partner coniuge compagno|супруг супруга партнер
teacher instructor professor trainer coach therapist|老师 教练 教授 导师|先生 教師 教授 コーチ|선생님 교사 교수 코치|lehrer lehrerin professor trainer|professeur enseignant entraîneur|profesor profesora maestro entrenador|professor professora treinador|insegnante professore allenatore|учитель преподаватель тренер профессор
student students pupil|学生|学生 生徒|학생|student studentin schüler studenten|étudiant étudiante élève|estudiante alumno|estudante aluno|studente studentessa allievo|студент ученик студенты
customer customers client clients|客户 顾客|顧客 お客|고객 손님|kunde kunden|client clients|cliente clientes|cliente clientes|cliente clienti|клиент клиенты клиентов
people person others someone everyone group community|人 人们 别人 社区 群体|人 人々 コミュニティ|사람 공동체|leute menschen person gruppe gemeinschaft|gens personnes groupe communauté|gente personas grupo comunidad|pessoas gente grupo comunidade|persone gente gruppo comunità|люди человек группа сообщество людей
dog dogs puppy puppies pup pet pets|狗 小狗 宠物 狗狗|犬 子犬 ペット|개 강아지 반려|hund hunde welpe haustier haustiere hunden|chien chiens chiot animal animaux|perro perros cachorro mascota mascotas perra|cachorro cachorros cão animal|cane cani cucciolo animale|собака собаку собаки щенок питомец питомцы
cat cats kitten kittens pet pets|猫 小猫 宠物 猫咪|猫 子猫 ペット|고양이 반려|katze katzen kätzchen haustier kater|chat chats chaton|gato gatos gatito mascota gata|gato gatos gatinho|gatto gatti gattino|кошка кот кошки котенок кошку
artist musician actor|艺术家 音乐家 演员|芸術家 音楽家 俳優|예술가 음악가 배우|künstler musiker schauspieler|artiste musicien acteur|artista músico actor|artista músico ator|artista musicista attore|художник музыкант актер
engineer developer programmer software|工程师 程序员 软件|エンジニア 技術者 ソフト|엔지니어 개발자 소프트|ingenieur entwickler programmierer software|ingénieur développeur logiciel|ingeniero desarrollador programador software|engenheiro desenvolvedor programador software|ingegnere sviluppatore programmatore software|инженер разработчик программист
doctor nurse physician dentist|医生 护士 牙医|医者 医師 看護師 歯医者|의사 간호사 치과|arzt ärztin krankenschwester zahnarzt|médecin infirmière dentiste|médico enfermera dentista doctora|médico enfermeira dentista|medico infermiera dentista|врач медсестра стоматолог
"""
