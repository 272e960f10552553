import type { Exceptions } from '../../grammar.ts'

export const en: Exceptions = {
  other: `
    he she they mother_said mom_said dad_said father_said bank landlord nobody_told nobody_ever nobody_called i_stopped i_never_call i_wouldnt_call
    i_would_not_call i_wont_call i_will_not_call i_quit i_havent_been i_was_told i_dont_call who_never company_stopped id_never_call i_cant_stop my_ex
    my_mother_doesnt my_dad_doesnt my_mum_doesnt my_sister my_brother my_cousin my_aunt my_uncle my_kids the_school i_wont_ever i_shouldnt_call
    i_should_not_call i_dont_ever_call we_never_call we_dont_call the_government the_council broadband_company electric_company insurance_company phone_company
    gas_company my_grandson my_nephew the_previous the_other_company another_company my_neighbours anybody_else i_dont_usually husband_said husband_says
    husband_wants husband_never husband_keeps husband_stopped husband_told_me husband_doesnt_want_me wife_said wife_says wife_wants wife_never wife_keeps
    wife_stopped wife_told_me wife_doesnt_want_me boss_said boss_never brother_said brother_says brother_wants brother_never brother_stopped brother_told_me
    brother_doesnt_want_me sister_said sister_says sister_wants sister_never sister_stopped sister_told_me sister_doesnt_want_me son_said son_says son_wants
    son_never son_keeps son_stopped son_told_me son_doesnt_want_me daughter_said daughter_says daughter_wants daughter_never daughter_keeps daughter_stopped
    daughter_told_me daughter_doesnt_want_me neighbor_said neighbour_said mother_never father_never mom_says mom_wants mom_never mom_stopped mom_told_me
    mom_doesnt_want_me mum_said mum_says mum_wants mum_never mum_stopped mum_told_me mum_doesnt_want_me dad_says dad_wants dad_never dad_stopped dad_told_me
    dad_doesnt_want_me my_friend* a_friend friend_of my_colleague* a_colleague my_boss the_customer my_customer* our_customer* one_customer customers_who
    my_client* the_client our_client* somebody_else someone_told someone_asked someone_said somebody_told somebody_said somebody_asked if_someone if_somebody
    the_neighbors the_neighbours the_guy_who the_lady_who this_guy_i dad_told_a mum_told_a mom_told_a husband_told_a wife_told_a husband_told_some
    wife_told_some son_told_a sister_told_a brother_told_a i_wont_be_call* i_wont_be_ring* i_wont_be_phon* i_dont_phone i_dont_ring told_them told_him told_her
    told_the_bank told_the_company told_the_guy told_the_other told_my_ex told_his told_her_ex told_another yelling_at yelled_at shouting_at talking_about
    he_doesnt she_doesnt he_wants she_wants he_said she_said i_work_for i_was_yelling i_called i_rang people_who_call people_who_ring people_who_never
    people_who_keep shell_never hell_never theyll_never shed_never hed_never asked_the told_those told_these husbands_number my_ex_husbands ex_husbands
    my_doctor the_doctor hes shes someone_else_called someone_else_said told_someone_else been_told_by told_by_the told_the_man told_the_woman told_the_school
    told_the_doctor told_the_police`,
  them: `
    her them hotline back_numbers your_sister your_brother your_father your_mother your_dad your_mum your_mom the_dog the_cat the_baby grandma grandpa granny
    nana each_other me_names me_mom me_mum my_ex people_that call_me_sir call_me_maam call_me_mr call_me_mrs call_me_miss call_me_doctor call_me_honey
    call_me_mister call_me_sweetheart call_me_baby call_me_darling call_me_stupid call_me_names call_me_love call_me_a call_me_the call_me_that call_me_by
    call_me_mom calling_me_honey calling_me_baby calling_me_stupid calling_me_names calling_me_love calling_me_a calling_me_the calling_me_crazy call_the_doctor
    call_a_doctor call_the_hotline call_the_police call_an_ambulance mummy mommy daddy papa grandad nan granddad uncle auntie calling_me_mister calling_me_sir
    calling_me_maam calling_me_mrs calling_me_mr calling_me_miss calling_me_by mister sir_please called_mister call_him calling_him ring_him phone_him
    contact_him bother_him called_him rang_him disturb_him him_again the_client the_customer the_clients`,
  told: `
    take_+_down when_did did_they did_he did_she is_it_true how_come would_you_mind_if dont_mind wouldnt_mind dont_forget never_forget forget_to miss missed
    dont_stop may_call_again can_call_again call_you_again ring_you_again but_you_can phone_stopped cant_stop wont_stop recorded recording hesitate not_saying
    got_no ignore_my let_me_call i_can_call can_i_call we_call i_+_call_you i_+_call_you_back you_can_call do_you_call i_call did_you_call could_i_call me_call
    i_deleted i_removed was_deleted was_removed accident* i_stop consent_form contact_person send_me write_me why_did why_dont_you_call why_dont_you_ring
    why_dont_they why_doesnt why_wont why_would why_have why_havent why_hasnt why_has why_is why_not why_cant why_didnt why_do_people why_isnt alone_for_a
    alone_for_five alone_for_two alone_for_ten alone_for_one alone_until alone_till alone_while alone_now_im just_for_a_minute just_a_minute just_a_second
    just_a_sec for_a_second for_a_minute for_a_sec for_five_minutes for_ten_minutes for_an_hour for_a_moment for_one_second for_two_minutes dont_answer_+_call
    if_i_dont if_i_do_not if_theres_no if_im_not if_he_doesnt if_she_doesnt if_the_line if_the_call if_we_get if_i_lose if_you_dont_reach if_you_dont_get
    if_you_cant_reach just_call just_ring just_try keep_trying no_answer call_again_later call_again_in call_back_later call_back_in please_call_again
    please_ring_me please_ring_back please_call_back please_call_me please_try please_phone_me please_phone_again please_do_call could_you_call_me
    could_you_call_again could_you_ring_me can_you_call_me can_you_call_again can_you_ring can_you_phone can_you_call_back could_you_phone could_you_call_back
    could_you_ring_back cant_talk cant_speak cant_hear bad_time bad_moment bad_day bad_timing in_a_meeting im_driving im_busy_right im_just_busy its_just_the
    not_that_i not_because_i its_not_that it_isnt_that isnt_that not_as_if its_not_i its_not_because its_not_as its_not_you its_not_me not_i_dont not_asking
    not_to_say not_suggesting not_claiming arent_saying wasnt_saying never_said didnt_say dont_say never_told didnt_tell didnt_mean doesnt_mean
    never_asked_you_to_stop didnt_ask_you_to_stop didnt_ask_to_be never_asked_to_be didnt_want_you_to hate_for_you_to_stop hate_to_be dont_want_you_to_stop
    dont_want_to_opt dont_want_to_be_removed dont_want_to_be_taken not_want_to_be_removed not_want_to_be_taken no_need_to_remove no_need_to_take
    dont_need_to_remove dont_need_to_take not_complaining used_to years_ago ages_ago a_while_back back_then back_in_the told_them told_him told_her asked_them
    asked_him i_once we_once once_asked once_told was_on_the_do_not i_was_on were_you_on when_i_was my_old i_had_once previous_owner previously_asked
    last_year_i what_happens what_would_happen what_if how_does how_long do_i_need do_you_have_a do_you_also do_you_ever do_people does_it does_that does_this
    did_anyone did_anybody did_someone was_it were_they have_you_ever have_you_taken have_you_removed have_you_put have_you_stopped is_my_number is_there_a_list
    is_there_a_do_not is_it_possible_that is_it_because will_they would_they would_i_still will_i_still will_i_be will_i_get would_that will_that will_it
    could_it_be should_i who_told who_said who_asked are_you_saying are_you_telling do_you_mean so_you_wont so_youre_not so_you_never any_idea_why i_wonder
    wondering curious off_the_do_not_call off_your_do_not_call off_that_do_not_call off_the_dnc off_your_dnc from_the_do_not_call from_your_do_not_call
    off_the_no_call off_the_suppression off_the_tps off_the_block* want_to_be_on_the_do_not thought_you thought_youd i_thought i_figured i_assumed afraid_you
    afraid_youd worried_you never_received never_had never_getting didnt_get didnt_receive havent_had havent_received havent_got havent_gotten had_no
    dont_get_many dont_seem_to dont_hear_from never_heard_from didnt_hear havent_heard nobody_ever_calls nobody_calls_me_anymore nobody_rings_me_anymore
    nobody_phones_me_anymore nobody_calls_anymore nobody_calls_here stop_by stop_in stop_at stop_there_for stop_for_a calls_cut cut_out keeps_dropping
    calls_drop* call_drop* got_cut phone_died battery stay_on_the_phone im_not_allowed were_not_allowed use_the call_my_cell call_my_mobile call_the_office
    call_my_office call_the_landline my_cell_instead my_mobile_instead cell_instead mobile_instead try_my reach_me_on reach_me_at ring_me_on at_work
    during_dinner during_work so_early so_late this_early this_late on_sundays on_weekends at_weekends on_the_weekend at_night before_nine before_ten
    before_eight after_eight after_nine in_the_middle_of_the my_work_phone my_office_number calling_the_office my_work_number the_shop not_the_phone phones_fine
    phone_is_fine calls_are_fine calling_is_fine fine_with_me ok_with_me okay_with_me fine_to_call ok_to_call okay_to_call can_still_call still_call can_call_me
    you_can_phone you_can_ring you_can_still happy_for_you feel_free always_call fine_now thats_fine please_keep_calling keep_me_on out_of_the_email*
    out_of_email* out_of_texts out_of_the_text* out_of_the_newsletter out_of_paper* out_of_the_mail* out_of_mail* out_of_the_survey out_of_post*
    out_of_the_trial out_of_the_pension out_of_the_plan from_your_email* from_your_newsletter from_the_newsletter from_your_mail* from_the_email*
    from_your_texts from_text* of_the_warranty of_the_insurance of_the_program* from_your_magazine wont_reach cant_reach wont_get_me not_reach_me old_number
    the_old_one number_has_changed changed_my_number new_number wrong_with wont_have_to dont_have_to_call_me_again dont_need_to_call_me_back ill_email ill_come
    ill_pop ill_drop ill_be_in i_blocked i_forget i_forgot i_lost was_blocked got_blocked been_blocked is_blocked in_error not_telling_you_not
    not_telling_you_to_stop do_i_have_to_be do_i_have_to_reg* do_i_have_to_get never_hear_from_you_any* never_hear_back never_hear_anything never_hear_from_my
    never_hear_from_them never_hear_from_your dont_get_calls dont_get_any_calls i_never_hear_from_anyone my_question a_question question_is the_question
    more_questions any_questions questions not_received did_you_take did_you_remove did_you_put did_you_stop did_you_delete did_you_block did_you_say
    did_you_not did_you_just did_you_already did_you_try did_you_never did_you_ever did_you_want did_i_ask did_i_say did_i_miss did_i_forget did_i_get
    yesterday_i did_my did_your_colleague off_the_guest off_the_order off_the_invoice off_the_account off_the_booking off_the_waiting off_the_bill off_the_team
    off_the_policy off_the_contract off_the_insurance off_the_reservation off_your_mail* off_your_email* off_the_email* off_the_ticket wouldnt_say cant_say
    couldnt_say not_every hilarious are_you_allowed are_you_still_allowed can_you_still if_im_on if_i_am_on if_i_say if_i_ask if_i_tell if_i_register if_i_opt
    if_i_unsubscribe if_i_sign when_i_opt once_i_opt if_i_get_taken if_i_want_to_stop not_the_calls not_calls nobody_has no_one_has since_then nobody_contacted
    nobody_called no_one_called no_one_contacted never_called_back never_rang_back hasnt_called havent_called is_this_the is_that_the was_that_the was_this_the
    be_sad be_upset a_shame shame_if a_pity be_sorry_if would_bother_me youre_not_bothering youre_not_disturbing not_bothering_me not_disturbing_me no_bother
    never_called_me_back never_rang_me_back never_phoned_me_back never_contacted_me_back never_called_me_yesterday never_called_me_last me_yesterday
    you_didnt_call_back how_would_someone how_would_somebody ill_call_you ill_call_back ill_ring_you ill_ring_back ill_phone_you call_it_a call_it_off
    call_it_quits have_to_keep_calling to_keep_calling had_my_number i_had_my dont_think_you_should_stop dont_think_you_need_to_stop dont_think_you_have_to_stop
    dont_think_i_said her_number_on his_number_on she_put he_put they_put do_you_people_ever do_you_guys_ever do_you_all_ever said_youd_call said_you_would_call
    i_do_not_call they_dont_call people_dont_call you_do_not_call they_do_not_call is_it_automatic and_you_didnt_call on_the_phone not_on_any not_on_the_do
    have_no_more_time no_more_time call_later call_me_later ring_me_later on_a_call calling_the_landline ringing_the_landline not_the_landline on_the_landline
    left_alone_for wasnt_asking wasnt_telling never_been_on decided_not told_me_not i_chose_not did_somebody and_call_me_back then_call_me_back or_call_me_back
    to_call_me_back call_me_back_at call_me_back_on call_me_back_when call_me_back_in call_me_back_later call_me_back_tomorrow call_me_back_next
    you_never_disturb you_never_bother number_to_call they_never_call nobody_call why_does if_i_wanted if_i_didnt_want if_i_did_not_want if_i_ever_want
    if_i_dont_want if_we_wanted if_we_dont_want if_i_should_want if_i_decide if_i_no_longer have_i_been have_we_been am_i_on am_i_still are_we_still was_i_on
    how_do_i how_do_you how_would_i how_can_i what_would where_do_i why_was why_were why_are_you_not does_it_mean does_that_mean is_there_a is_there_any
    do_you_offer do_you_keep did_you_get did_we_ask dont_hang_up dont_put_me dont_leave_me no_objection dont_mind_you dont_mind_if dont_mind_being
    dont_mind_getting dont_mind_the_calls didnt_ask_you_to_remove didnt_ask_you_to_take didnt_say_to_stop didnt_say_stop didnt_tell_you_to_stop
    not_asking_you_to not_telling_you_to not_asking_to_be not_saying_you_should not_saying_you_shouldnt not_saying_stop not_saying_dont never_asked_you_to
    never_told_you never_said_to never_said_you never_said_not never_said_i someone_called somebody_called someone_rang somebody_rang hang_up_and_call
    else_calls never_believe call_it_in call_it_an call_it_the what_you_call so_called call_ahead names people_never_call_me_back people_never_call_back
    people_never_called say_no say_no_to dead_set_on am_i_allowed am_i_supposed am_i_right am_i_going am_i_being am_i_getting am_i_registered dont_take_me_off
    dont_remove_me dont_delete_me need_to_call_me_about_this_one you_dont_need_to_call_me emails_anymore would_it_matter would_it_help would_it_be_bad
    would_it_bother so_dont_call_then dont_call_then asked_the_gym asked_my asked_her to_the_gym youre_not_the no_one_ever_calls never_calls_me take_me_through
    you_didnt_call_me_back you_didnt_call_me_yesterday you_didnt_call_me_when you_didnt_call_me_on you_didnt_call_me_last why_you_didnt_call you_dont_call_back
    you_dont_call_me_back if_you_dont_call you_dont_call_often put_on_hold phone_doesnt phone_does_not hidden_numbers never_got_a never_got_any never_got_the
    never_got_your you_never_call_me_back you_never_call_back you_never_call_when why_you_never_call you_never_call_anymore my_neighbor_from trying_to_stop_my
    removed_by_mistake deleted_by_mistake i_called_by_mistake blocked_by_mistake dont_like_calling do_not_like_calling and_keep_mine keep_mine if_i_ever
    dont_need_you_to_call if_i_asked havent_said calling_it_a calling_it_an calling_it_the calling_it_insurance calling_it_quits calling_it_in to_know_about
    call_me_at_home call_me_at_work call_me_at_the call_me_at_my call_me_at_nine call_me_at_ten call_me_at_noon i_dont_mean_you i_dont_mean_stop
    i_dont_mean_that_you i_dont_mean_to_say which_number what_number im_not_angry im_not_mad im_not_upset own_number use_my_cell use_my_mobile use_my_office
    use_my_work use_my_other use_my_new take_bookings took_bookings take_reservations take_orders bother_you disturb_you to_call_you_again im_calling_to
    if_nobody_answers if_nobody_picks if_no_one_answers if_no_one_picks if_nobodys if_nobody_is if_no_ones if_no_one_is if_nobody_responds if_nobody_gets
    call_me_on_my call_me_on_the call_me_on_monday call_me_on_a dont_cross_me dont_strike_me dont_scratch_me do_not_remove_me do_not_delete_me told_the_credit
    never_say but_do_call but_please_call any_complaints but_call_me but_ring_me but_you_can_call but_call_my but_call_the any_time_you at_any_hour
    never_get_calls never_get_any never_get_tired never_tire the_list_is_off a_problem_with had_problems_with off_speaker* to_confirm ever_been understand_why
    get_why more_than`,
  limit: `
    until till while mornings morning evening evenings afternoon* weekend* monday* tuesday* wednesday* thursday* friday* saturday* sunday* tonight tomorrow
    at_work at_home at_night unless lunch* dinner this_week this_month next_week for_now for_a_while for_the_moment at_the_moment during this_early this_late
    so_early so_late on_my_work my_landline the_landline at_my_desk at_my_job at_my_work my_work from_withheld withheld blocked_number between past at_dinner
    dinnertime noon midnight weekdays the_weekend on_holiday on_vacation before_noon before_lunch before_dinner before_the before_we before_my before_they
    before_work before_monday before_five before_seven before_eight before_nine before_ten before_school before_8 before_9 before_10 before_11 after_noon
    after_lunch after_dinner after_they after_work after_five after_six after_seven after_eight after_nine after_midnight after_dark after_school after_8
    after_9 after_10 after_11 after_hours work_phone work_number work_hours working_hours business_hours office_hours my_office the_office office_number
    office_phone office_line not_today today_please me_today again_today anymore_today more_today for_today calls_today today_im today_but today_because
    me_twice again_twice call_twice ring_twice from_other other_companies from_others other_callers anybody_else_but anyone_but later later_on first_thing
    just_now at_this_moment at_the_minute this_morning this_afternoon this_evening during_the on_sundays on_saturdays so_often that_often every_hour every_five
    twice_a more_than_once at_this_hour at_that_hour in_the_middle_of_the_night in_the_middle_of_dinner while_i unless_its unless_it_is unless_there
    unless_you_have unless_something if_it_is_not if_its_not except outside_of the_office_line school before_eleven before_twelve after_ten after_eleven
    before_you collect reverse_charge from_a_blocked from_an_unknown with_a_hidden me_right_now talk_right_now call_right_now us_right_now called_right_now
    calls_right_now right_now_please not_right_now dont_right_now right_now_im reminder_emails from_private from_a_private yet before_i_get before_i_wake
    before_i_finish before_i_leave dont_call_today me_call_today from_a_private_number at_the_shop at_the_store five_minutes ten_minutes`,
  things: `
    emails email newsletter item product second_item order booking appointment invoice subscription guest waiting team sentence yet parcel delivery texts
    text_messages sms letters mailing flyer* catalog* brochure* magazine* plan card reservation* ticket* address extra app duplicate payment* review photo*
    picture* basket cart wishlist playlist voicemail* message* file_from recipe off_hold class_list bank_card my_card credit_card pin password contract`,
  instead: `
    instead rather better call_my_cell call_my_mobile call_my_husband call_my_wife only_on only_after ill_drop_by ill_come ill_stop_by just_you only_you`,
  aside: `
    talking_to_my honey sweetie buddy mommy daddy mummys mommys im_on_the_phone sorry_about_that sorry_go_on sorry_that_was sorry_the_dog talking_to_the not_you
    talking_to_him talking_to_her was_to_my was_for_my was_the_dog was_my_kid sorry_my_son sorry_my_daughter sorry_the_kids sorry_my_kid* sorry_about_the
    on_the_phone_with wasnt_you on_a_call kids_im`,
  person: `
    my_mother my_mom my_mum my_father my_dad my_husband my_wife my_son my_daughter my_brother my_sister my_friend my_buddy my_mate my_boss my_manager
    my_colleague my_coworker my_neighbor my_neighbour my_grandmother my_grandfather my_grandma my_grandpa my_grandson my_granddaughter my_aunt my_uncle
    my_cousin my_nephew my_niece my_ex my_girlfriend my_boyfriend my_roommate my_flatmate my_landlord my_doctor my_dentist my_lawyer my_teacher my_partner
    my_client my_customer my_tenant my_assistant my_secretary the_doctor the_nurse the_landlord the_neighbor the_neighbour the_boss the_manager the_teacher
    the_customer the_client the_bank the_school the_company the_guy the_man the_woman the_lady the_kid our_customer our_client one_customer a_customer a_client
    a_friend a_lady a_guy a_man a_woman somebody someone his_wife her_husband his_mother her_mother his_father her_father his_boss her_boss his_sister
    her_sister his_brother her_brother this_guy this_lady this_woman some_guy some_lady kids dont_need_you some_people other_people nurse`,
  says: `
    said says told tells asked asks ordered demanded yelled shouted screamed swore promised claimed claims wrote texted wondered wanted begged stopped quit
    refuses refused hung is_on was_on is_registered`,
  harmless: `
    from_today as_of_today starting_today beginning_today from_this_day effective_today from_this_moment as_of_now your_boss your_manager your_colleague
    your_colleagues your_coworker your_supervisor your_people your_company your_bank your_agent your_agents another_number other_numbers different_numbers
    new_numbers any_other_number my_husband_and_i my_wife_and_i my_husband_and_me me_and_my_husband me_and_my_wife by_phone_or_email by_phone_or_mail
    phone_or_email email_or_phone by_email_or_phone phone_nor_email today_or_any today_tomorrow now_or_later now_or_ever now_or_in nor_tomorrow today_nor
    later_either tomorrow_or_ever day_and_night night_and_day day_or_night morning_noon_and_night`,
  narrows: `
    at before after on in during while when whenever until till if unless except so for by with from to about because as than or but just only right today
    tomorrow tonight now yet back sir madam mr mrs miss doctor a an the that names again_later early late twice often then via over between`,
  needless: 'dont_need_a dont_need_you dont_need_to_call no_need_to no_need_for dont_have_to_call neednt_call',
}
