package com.carshare.member.api

import com.carshare.member.member.MemberGrade
import com.carshare.member.member.MemberStatus
import java.time.Instant
import java.time.LocalDate

data class MemberResponse(
    val id: Long,
    val email: String,
    val name: String,
    val phone: String,
    val birthDate: LocalDate,
    val status: MemberStatus,
    val grade: MemberGrade,
    val points: Int,
    val licence: Licence,
    val address: Address,
    val language: String,
    val marketingEmail: Boolean,
    val marketingSms: Boolean,
    val joinedAt: Instant,
    val updatedAt: Instant,
    val lastRentalAt: Instant?,
    val agreements: List<Agreement>,
    val documentLines: List<String> = emptyList(),
) {
    data class Licence(val number: String, val country: String, val expiresOn: LocalDate)

    data class Address(val street: String, val city: String, val postcode: String)

    data class Agreement(val document: String, val version: Int, val agreedAt: Instant)
}
