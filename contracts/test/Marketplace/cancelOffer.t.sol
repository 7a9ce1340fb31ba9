// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Marketplace} from "../../src/Marketplace.sol";
import {MarketBase} from "./MarketBase.sol";

contract CancelOfferTest is MarketBase {
    function _assertCancelled(address currency) private view {
        assertFalse(_hasOffer());
        assertEq(_balance(currency, buyer), 1e30);
        assertEq(_balance(currency, address(market)), 0);
    }

    function test_refundsTheWholePrice() public {
        address[3] memory currencies = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < 3; ++i) {
            uint256 index = _offer(PRICE, currencies[i]);
            vm.expectEmit(address(market));
            emit Marketplace.OfferCancelled(address(nft), ID, buyer, index);
            _cancel();
            _assertCancelled(currencies[i]);
        }
    }

    function test_rejectsOthersBeforeExpiry() public {
        _offer(PRICE, NATIVE);
        vm.warp(EXPIRES);
        address[3] memory others = [seller, stranger, admin];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOfferer.selector, address(nft), ID, others[i]));
            vm.prank(others[i]);
            market.cancelOffer(address(nft), ID, buyer);
        }
    }

    /// @dev An offerer who is gone does not prevent the refund.
    function test_anybodyCanCancelAfterExpiry() public {
        _offer(PRICE, NATIVE);
        vm.warp(EXPIRES + 1);
        vm.prank(stranger);
        market.cancelOffer(address(nft), ID, buyer);
        _assertCancelled(NATIVE);
        assertEq(stranger.balance, 1e30);
    }

    function test_theOffererCanCancelAfterExpiry() public {
        _offer(PRICE, NATIVE);
        vm.warp(EXPIRES + 1000 days);
        _cancel();
        _assertCancelled(NATIVE);
    }

    function test_rejectsASecondCancel() public {
        _offer(PRICE, NATIVE);
        vm.prank(stranger);
        market.createOffer{value: PRICE}(address(nft), ID, PRICE, NATIVE, EXPIRES);
        _cancel();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NoOffer.selector, address(nft), ID, buyer));
        _cancel();
        assertEq(address(market).balance, PRICE);
    }

    function test_rejectsAnAcceptedOffer() public {
        _approve();
        _offer(PRICE, NATIVE);
        _accept(PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NoOffer.selector, address(nft), ID, buyer));
        _cancel();
    }

    function test_worksForABurnedTokenAndForACollectionWithoutCode() public {
        _offer(PRICE, NATIVE);
        uint256 snapshot = vm.snapshotState();
        _burn();
        _cancel();
        _assertCancelled(NATIVE);
        vm.revertToState(snapshot);
        vm.etch(address(nft), "");
        _cancel();
        _assertCancelled(NATIVE);
    }

    function test_worksWhileTheCurrencyIsDisabled() public {
        _offer(PRICE, NATIVE);
        vm.prank(stranger);
        market.createOffer(address(nft), ID, PRICE, address(usdc), EXPIRES);
        vm.startPrank(owner);
        market.setPayableToken(NATIVE, false);
        market.setPayableToken(address(usdc), false);
        vm.stopPrank();
        _cancel();
        _assertCancelled(NATIVE);
        vm.prank(stranger);
        market.cancelOffer(address(nft), ID, stranger);
        assertEq(usdc.balanceOf(stranger), 1e30);
    }

    function testFuzz_refundsTheDeposit(uint80 price, uint256 currency, uint256 time) public {
        price = uint80(bound(price, 1, type(uint80).max));
        address[3] memory currencies = [NATIVE, address(usdc), address(usdt)];
        address paid = currencies[currency % 3];
        _offer(price, paid);
        vm.warp(START + time % 1000 days);
        _cancel();
        _assertCancelled(paid);
    }
}
