import type { Grammar } from '../grammar.ts'

export const en: Grammar = {
  contact: `
    call ring phone dial telephone contact bother disturb hassle harass pester bug try_me try_us get_in_touch reach_out reach_me reach_us calling
    ringing phoning dialing dialling contacting bothering disturbing harassing hassling pestering telephoning called_me called_us rang_me rang_us
    rang_this phoned_me phoned_us contacted_me contacted_us called_this bothered_us bothered_me call_back pick_up_the_phone spam solicit calling_me`,
  contacted: `
    be_called being_called be_contacted being_contacted be_phoned be_rung be_dialed be_dialled be_disturbed be_bothered be_harassed be_telephoned
    called_by contacted_by disturbed bothered`,
  calls: 'calls phone_call* phonecalls robocalls telemarketing contact_with_you contact_from call_from sales_call* harassment',
  no: `
    not dont doesnt didnt wont cant cannot mustnt shouldnt wouldnt isnt arent nobody none neither without noone never any_reason nor no_more
    no_further no_calls no_contact no_additional no_phone no_longer no_sales`,
  more: `
    again anymore any_more any_longer more further longer in_future in_the_future ever evermore from_now_on another additional
    under_any_circumstances once_more one_more_time`,
  never: 'never nevermore no_longer not_ever dont_ever dont_you_ever',
  stop: 'stop quit cease halt discontinue desist refrain stopped_calling_me end_these end_all end_the knock_off give_up cut_out',
  enough: 'no_more no_further no_additional enough_of enough_with zero done_with sick_of fed_up_with had_it_with put_an_end_to',
  forbid: `
    forbid prohibit i_refuse we_refuse i_object we_object not_allowed not_permitted not_authorized not_authoris* not_welcome no_right
    have_no_business i_will_not_tolerate i_wont_tolerate i_decline ban_you dont_you_dare banned_from`,
  withdraw: 'withdraw* revoke* revoking rescind* cancel* retract* taking_back take_back pull*',
  consent: 'consent consented permission authorization authoris* authorize authorized agree_to agreed_to allow allowed approve',
  remove: `
    take remove delete erase scrub strike scratch drop wipe cross clear purge taken removed deleted erased off unsubscribe get_me get_us get_my lose
    forget block destroy out removing deleting taking eliminate dump cut exclude wiped scrubbed get_rid_of lose_my`,
  erase: `
    remove delete erase scrub wipe wiped purge removed deleted erased lose forget block destroy removing deleting eliminate dump get_rid_of scratch
    strike`,
  dial: 'dial use try call ring using dialing keep',
  want: 'want need wish wants accept receive receiving taking take welcome appreciate expect wanna interested_in',
  list: 'list* database* system* file files records register registry directory books contacts crm roster campaign marketing telemarketing',
  mine: 'me us my our this_number the_number number name myself ourselves him her i_want i_be id_like_to_be we_be',
  number: `
    my_number our_number this_number my_phone_number our_phone_number my_telephone_number my_cell my_phone my_mobile_number my_data my_details
    my_contact our_details my_info my_information our_contact my_personal my_record* our_data this_line s_number mothers_number fathers_number`,
  noCallList: `
    do_not_call dont_call do_not_contact dont_contact no_call no_contact do_not_phone dnc opt_out_list suppression not_to_be_called do_not_ring
    not_to_call no_calls dont_ring do_not_dial not_be_called`,
  put: 'put add place register mark flag list include note enter stick set make down',
  last: 'last_time final_time last_call',
  hear: 'hear hearing heard deal',
  fromYou: 'from_you from_your of_you about_you from_any with_you from_this',
  whole: `
    opt_out_of_all opt_out_of_any opt_out_of_future opt_out_of_your opt_out_of_these opt_out_please leave_me_alone leave_us_alone leave_me_be
    leave_us_be lose_my_number lose_this_number leave_my_family_alone leave_me_in_peace leave_us_in_peace i_opt_out i_want_to_opt_out
    id_like_to_opt_out dont_bother_calling dont_bother_ringing dont_bother_phoning leave_+_alone better_be_the_last make_this_the_last
    make_that_the_last this_was_the_last take_my_number_off take_our_number_off take_this_number_off take_my_number_out get_my_number_off
    get_my_number_out`,
  ask: 'please kindly want wish like asking ask prefer i_said told_you appreciate could_you can_you rather need',
  tail: 'here me us anymore thanks thank you at_all all back ok okay alright sir',
  doing: '',
  again: 'again once_more one_more_time another_time',
  when: 'if should_you next_time',
  threat: 'report* sue police lawyer* complaint* complain* legal court authorities ftc fcc ofcom ico attorney',
  other: `
    he she they husband wife boss mother_said mom_said dad_said father_said brother sister son daughter neighbor neighbour friend* colleague
    somebody someone bank landlord customer* client* doctor nobody_told nobody_ever nobody_called i_stopped i_never_call i_wont_be i_wouldnt_call
    i_would_not_call i_wont_call i_will_not_call i_quit i_havent_been i_was_told i_dont_call who_never nobody_calls they_never company_stopped
    id_never_call i_cant_stop`,
  them: 'him her them hotline back_numbers sir maam mr mrs doctor honey mister sweetheart baby darling stupid liar names love',
  told: `
    take_+_down why when_did did_i did_they did_you did_he did_she is_it_true how_come would_you_mind_if dont_mind wouldnt_mind dont_forget never_forget
    forget_to question* miss missed dont_stop you_can_call_again may_call_again can_call_again call_you_again ring_you_again but_call but_you_can
    but_ring call_me_back call_it phone_stopped cant_stop wont_stop recorded recording hesitate not_saying received got_no saying_that i_mean
    yesterday ignore_my ill_call ill_phone ill_ring i_will_call let_me_call i_can_call can_i_call should_i_call we_call i_+_call_you
    i_+_call_you_back you_can_call do_you_call i_call did_you_call could_i_call me_call i_deleted i_removed was_deleted was_removed accident* i_stop
    consent_form contact_person send_me write_me`,
  limit: `
    before after until till while mornings morning evening evenings afternoon* weekend* monday* tuesday* wednesday* thursday* friday* saturday*
    sunday* today tonight tomorrow at_work at_home at_night work office boss unless lunch* dinner twice`,
  things: `
    emails email newsletter item product second_item order booking appointment hold invoice subscription guest waiting team sentence yet parcel
    delivery`,
  instead: 'instead rather better',
}
