// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Admins} from "../../src/Admins.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {Platform} from "../../src/Platform.sol";
import {Settlement} from "../../src/Settlement.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {MarketBase} from "./MarketBase.sol";

contract MarketAdminsTest is MarketBase {
    function test_ownerAndAdminsHaveAdminRights() public {
        assertEq(market.owner(), owner);
        assertTrue(market.hasAdmin(owner));
        assertTrue(market.hasAdmin(admin));
        assertFalse(market.hasAdmin(stranger));
        assertEq(address(market.PLATFORM()), address(platform));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new Marketplace(address(0), factory);
    }

    function test_onlyTheOwnerSetsCurrenciesAndAdmins() public {
        bytes[3] memory calls = [
            abi.encodeCall(Marketplace.setPayableToken, (NATIVE, false)),
            abi.encodeCall(Admins.addAdmin, (stranger)),
            abi.encodeCall(Admins.removeAdmin, (admin))
        ];
        address[2] memory callers = [stranger, admin];
        for (uint256 i = 0; i < calls.length; ++i) {
            for (uint256 c = 0; c < 2; ++c) {
                vm.prank(callers[c]);
                (bool ok, bytes memory answer) = address(market).call(calls[i]);
                assertFalse(ok);
                assertEq(answer, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, callers[c]));
            }
        }
    }

    function test_rejectsAPauseByOthers() public {
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, stranger));
        vm.prank(stranger);
        market.setPaused(NATIVE, true);
        vm.prank(owner);
        market.removeAdmin(admin);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, admin));
        vm.prank(admin);
        market.setPaused(NATIVE, true);
    }

    /// @dev A pause stops purchases, new offers and acceptances in that currency. The end of a pause does not enable a disabled currency.
    function test_anAdminPausesACurrency() public {
        _list(address(usdc));
        vm.prank(stranger);
        market.createOffer(address(nft), ID, PRICE, address(usdc), EXPIRES);
        vm.expectEmit(address(market));
        emit Marketplace.PausedChanged(address(usdc), true);
        vm.prank(admin);
        market.setPaused(address(usdc), true);
        assertFalse(market.isPayableToken(address(usdc)));
        bytes memory refused = abi.encodeWithSelector(Marketplace.TokenNotPayable.selector, address(usdc));
        vm.startPrank(buyer);
        vm.expectRevert(refused);
        market.purchaseNFT(address(nft), ID, PRICE, address(usdc));
        vm.expectRevert(refused);
        market.createOffer(address(nft), ID, PRICE, address(usdc), EXPIRES);
        vm.stopPrank();
        vm.expectRevert(refused);
        vm.prank(seller);
        market.acceptOffer(address(nft), ID, stranger, PRICE, address(usdc), CUT_BPS);
        vm.prank(stranger);
        market.cancelOffer(address(nft), ID, stranger);
        assertEq(usdc.balanceOf(stranger), 1e30);

        vm.expectEmit(address(market));
        emit Marketplace.PausedChanged(address(usdc), false);
        vm.prank(admin);
        market.setPaused(address(usdc), false);
        _purchase(address(nft), PRICE, address(usdc));
        vm.prank(owner);
        market.setPayableToken(address(usdc), false);
        vm.prank(admin);
        market.setPaused(address(usdc), false);
        assertFalse(market.isPayableToken(address(usdc)));
    }

    function test_aPauseRemainsWhenTheCurrencyIsEnabledAgain() public {
        vm.prank(admin);
        market.setPaused(address(usdc), true);
        vm.startPrank(owner);
        market.setPayableToken(address(usdc), false);
        market.setPayableToken(address(usdc), true);
        assertFalse(market.isPayableToken(address(usdc)));
        market.setPaused(address(usdc), false);
        assertTrue(market.isPayableToken(address(usdc)));
    }

    function test_theNativeCoinIsPayableFromTheStart() public {
        Marketplace another = _newMarket(owner, factory);
        assertTrue(another.isPayableToken(NATIVE));
        assertFalse(another.isPayableToken(address(usdc)));
    }

    function test_aTokenKeepsItsIndex() public {
        _listAt(address(nft), PRICE, address(usdc));
        _offer(PRICE, address(usdc));
        vm.startPrank(owner);
        vm.expectEmit(address(market));
        emit Marketplace.PayableTokenChanged(address(usdc), false, 1);
        market.setPayableToken(address(usdc), false);
        assertFalse(market.isPayableToken(address(usdc)));
        market.setPayableToken(address(new TestUSDC()), true);
        vm.expectEmit(address(market));
        emit Marketplace.PayableTokenChanged(address(usdc), true, 1);
        market.setPayableToken(address(usdc), true);
        vm.expectEmit(address(market));
        emit Marketplace.PayableTokenChanged(NATIVE, true, 0);
        market.setPayableToken(NATIVE, true);
        assertEq(market.getListedNFT(address(nft), ID).currency, address(usdc));
        assertEq(market.getOfferredNFT(address(nft), ID, buyer).currency, address(usdc));
    }

    function test_aCurrencyNeverEnabledCanBeDisabled() public {
        vm.startPrank(owner);
        market.setPayableToken(stranger, false);
        assertFalse(market.isPayableToken(stranger));
    }

    function test_rejectsATokenWithoutCode() public {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TokenWithoutCode.selector, stranger));
        vm.prank(owner);
        market.setPayableToken(stranger, true);
    }

    function test_allows255Tokens() public {
        vm.startPrank(owner);
        for (uint160 i = 3; i <= 255; ++i) {
            vm.etch(address(0x10000 + i), hex"00");
            market.setPayableToken(address(0x10000 + i), true);
        }
        address last = address(0x20000);
        vm.etch(last, hex"00");
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TooManyTokens.selector, 255));
        market.setPayableToken(last, true);
        vm.stopPrank();
        _listAt(address(nft), PRICE, address(0x10000 + 255));
        assertEq(market.getListedNFT(address(nft), ID).currency, address(0x10000 + 255));
    }

    /// @dev While currencies are paused, listings and offers can be removed, and all money can be withdrawn.
    function test_withdrawalsWorkWhilePaused() public {
        _list(address(usdc));
        _mint(seller, 8);
        vm.prank(buyer);
        market.createOffer{value: PRICE}(address(nft), 8, PRICE, NATIVE, EXPIRES);
        usdc.blacklist(seller);
        _purchase(address(nft), PRICE, address(usdc));
        vm.startPrank(admin);
        market.setPaused(NATIVE, true);
        market.setPaused(address(usdc), true);
        vm.stopPrank();

        vm.startPrank(buyer);
        nft.approve(address(market), ID);
        market.listNFT(address(nft), ID, PRICE, NATIVE, CUT_BPS, EXPIRES);
        market.deListing(address(nft), ID);
        market.incrementCounter();
        market.cancelOffer(address(nft), 8, buyer);
        vm.stopPrank();
        vm.prank(seller);
        market.withdraw(address(usdc), stranger);
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(address(market)), 0);
        assertEq(address(market).balance, 0);
    }

    // ---- Fees

    function _sellFor(address currency) private {
        _list(currency);
        _purchase(address(nft), PRICE, currency);
    }

    function test_anybodyCanPayFeesToTheTreasury() public {
        _sellFor(address(usdc));
        vm.expectEmit(address(market));
        emit Settlement.FeesWithdrawn(address(usdc), treasury, FEE, stranger);
        vm.prank(stranger);
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(treasury), FEE);
        assertEq(market.feesOf(address(usdc)), 0);
        assertEq(market.owedFees(address(usdc)), 0);
        // a second call pays nothing
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(treasury), FEE);
    }

    function test_accumulatesFees() public {
        for (uint256 i = 1; i <= 3; ++i) {
            _sellFor(NATIVE);
            assertEq(market.feesOf(NATIVE), FEE * i);
            vm.prank(buyer);
            nft.transferFrom(buyer, seller, ID);
        }
        market.withdrawFees(NATIVE);
        assertEq(treasury.balance, 3 * FEE);
    }

    function test_paysAllFeesToAChangedTreasury() public {
        _sellFor(NATIVE);
        vm.prank(owner);
        platform.setTreasury(creator);
        market.withdrawFees(NATIVE);
        assertEq(creator.balance, FEE);
        assertEq(treasury.balance, 0);
    }

    function test_keepsFeesWhenTheTreasuryRefuses() public {
        _sellFor(address(usdc));
        usdc.blacklist(treasury);
        vm.expectRevert("Blacklistable: account is blacklisted");
        market.withdrawFees(address(usdc));
        assertEq(market.feesOf(address(usdc)), FEE);
        vm.prank(owner);
        platform.setTreasury(address(market));
        vm.expectRevert(abi.encodeWithSelector(Settlement.InvalidReceiver.selector, address(market)));
        market.withdrawFees(address(usdc));
        vm.prank(owner);
        platform.setTreasury(creator);
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(creator), FEE);
    }

    /// @dev Offers, debts and fees share one balance; `withdrawFees` pays out only the fees.
    function test_paysOnlyFeesToTheTreasury() public {
        usdc.blacklist(seller);
        _sellFor(address(usdc));
        vm.prank(stranger);
        market.createOffer(address(nft), ID, PRICE, address(usdc), EXPIRES);
        market.withdrawFees(address(usdc));
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(treasury), FEE);
        assertEq(usdc.balanceOf(address(market)), PRICE + PROCEEDS);
    }
}
