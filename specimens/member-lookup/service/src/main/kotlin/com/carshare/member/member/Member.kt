package com.carshare.member.member

import jakarta.persistence.CascadeType
import jakarta.persistence.Column
import jakarta.persistence.Embeddable
import jakarta.persistence.Embedded
import jakarta.persistence.Entity
import jakarta.persistence.EnumType
import jakarta.persistence.Enumerated
import jakarta.persistence.FetchType
import jakarta.persistence.Id
import jakarta.persistence.JoinColumn
import jakarta.persistence.OneToMany
import jakarta.persistence.Table
import java.time.Instant
import java.time.LocalDate

@Entity
@Table(name = "member")
class Member(
    @Id
    val id: Long,
    var email: String,
    var name: String,
    var phone: String,
    var birthDate: LocalDate,
    @Enumerated(EnumType.STRING)
    var status: MemberStatus,
    @Enumerated(EnumType.STRING)
    var grade: MemberGrade,
    var points: Int,
    @Embedded
    var licence: Licence,
    @Embedded
    var address: Address,
    var language: String,
    var marketingEmail: Boolean,
    var marketingSms: Boolean,
    val joinedAt: Instant,
    var updatedAt: Instant,
    var lastRentalAt: Instant?,
    @OneToMany(fetch = FetchType.LAZY, cascade = [CascadeType.ALL], orphanRemoval = true)
    @JoinColumn(name = "member_id")
    val agreements: MutableSet<Agreement>,
)

@Embeddable
class Licence(
    @Column(name = "licence_number")
    var number: String,
    @Column(name = "licence_country")
    var country: String,
    @Column(name = "licence_expires_on")
    var expiresOn: LocalDate,
)

@Embeddable
class Address(
    var street: String,
    var city: String,
    var postcode: String,
)

/** A document the member agreed to, and which version of it. */
@Entity
@Table(name = "member_agreement")
class Agreement(
    @Id
    val id: Long,
    val document: String,
    val version: Int,
    val agreedAt: Instant,
)

enum class MemberStatus { ACTIVE, SUSPENDED, PENDING }

enum class MemberGrade { BASIC, SILVER, GOLD, PLATINUM }
